import { describe, expect, it } from "vitest";
import { createSharedBeat } from "../../src/stream/shared-beat.ts";

function createBench(everyMs = 4) {
  const clock = { ms: 100 };
  const soon: (() => void)[] = [];
  const later: { readonly run: () => void; readonly ms: number }[] = [];
  const done: string[] = [];
  const beat = createSharedBeat({
    everyMs,
    now: () => clock.ms,
    soon: (run) => soon.push(run),
    later: (run, ms) => later.push({ run, ms }),
  });
  const ask = (name: string) => beat.ask(() => done.push(name));
  return { beat, clock, soon, later, done, ask };
}

describe("the beat that sessions share", () => {
  it("comes at the end of the tick after a quiet time, for everyone who asked until then", () => {
    const { ask, soon, later, done } = createBench();
    ask("one");
    ask("two");
    expect(done).toEqual([]);
    expect([soon.length, later.length]).toEqual([1, 0]);
    soon.shift()?.();
    expect(done).toEqual(["one", "two"]);
  });

  it("comes again only when its time is over", () => {
    const { ask, clock, soon, later, done } = createBench(4);
    ask("one");
    soon.shift()?.();
    clock.ms += 1;
    ask("two");
    ask("three");
    expect(soon).toEqual([]);
    expect(later.map(({ ms }) => ms)).toEqual([3]);
    clock.ms += 3;
    later.shift()?.run();
    expect(done).toEqual(["one", "two", "three"]);
  });

  it("waits for nothing when the one before it is long over", () => {
    const { ask, clock, soon, later } = createBench(4);
    ask("one");
    soon.shift()?.();
    clock.ms += 4;
    ask("two");
    expect([soon.length, later.length]).toEqual([1, 0]);
  });

  it("keeps what is asked for while it is done for the next one", () => {
    const { beat, soon, later, done } = createBench();
    beat.ask(() => {
      done.push("one");
      beat.ask(() => done.push("again"));
    });
    soon.shift()?.();
    expect(done).toEqual(["one"]);
    later.shift()?.run();
    expect(done).toEqual(["one", "again"]);
  });
});
