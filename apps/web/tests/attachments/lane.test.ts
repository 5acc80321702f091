import { describe, expect, it } from "vitest";
import { createLane } from "../../src/client/attachments/lane.ts";
import { settle } from "../fakes/manual-clock.ts";

const NEVER = new AbortController().signal;

function someWork(lane: ReturnType<typeof createLane>) {
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const begin = (name: string, signal: AbortSignal = NEVER) =>
    lane.run(() => {
      started.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) =>
          error === undefined ? resolve(name) : reject(error),
        );
      });
    }, signal);
  return { started, ends, begin };
}

describe("a lane", () => {
  it("lets as many through as it has room for, in order, also after failures", async () => {
    const { started, ends, begin } = someWork(createLane(2));
    const [a, , c] = [begin("a"), begin("b"), begin("c"), begin("d")];
    const failed = expect(a).rejects.toThrow("broken");
    await settle();
    expect(started).toEqual(["a", "b"]);
    ends.get("a")?.(new Error("broken"));
    await failed;
    await settle();
    expect(started).toEqual(["a", "b", "c"]);
    ends.get("c")?.();
    expect(await c).toBe("c");
    await settle();
    expect(started).toEqual(["a", "b", "c", "d"]);
  });

  it("gives nobody's place away when one stops waiting", async () => {
    const { started, ends, begin } = someWork(createLane(1));
    const end = new AbortController();
    const first = begin("first");
    const gone = begin("gone", end.signal);
    const last = begin("last");
    const refused = expect(gone).rejects.toThrow("no longer");
    end.abort(new Error("no longer"));
    await refused;
    await expect(begin("late", end.signal)).rejects.toThrow("no longer");
    ends.get("first")?.();
    await first;
    await settle();
    expect(started).toEqual(["first", "last"]);
    ends.get("last")?.();
    expect(await last).toBe("last");
  });

  it("keeps a turn that came just before the wait was called off", async () => {
    const { started, ends, begin } = someWork(createLane(1));
    const end = new AbortController();
    const first = begin("first");
    const second = begin("second", end.signal);
    await settle();
    ends.get("first")?.();
    await first;
    end.abort();
    await settle();
    const third = begin("third");
    ends.get("second")?.();
    await expect(second).resolves.toBe("second");
    await settle();
    expect(started).toEqual(["first", "second", "third"]);
    ends.get("third")?.();
    await third;
  });
});
