/** What the owner of a log can rely on. */
import { EventIdSchema } from "@agent-studio/shared";
import { describe, expect, it } from "vitest";
import type { NewEvent } from "../events/event-store.ts";
import {
  START_MS,
  PAGE_BYTES,
  RUN_ID,
  SESSION_A,
  SESSION_B,
  header,
  delta,
  deltas,
  closing,
  completed,
  readAll,
  range,
  atId,
  appendAndSettle,
} from "./event-log-samples.ts";
import type { EventStoreFixture } from "./event-store-fixture.ts";

/** Declares the cases of the writing side. */
export function eventLogCases({ make, makeLog }: EventStoreFixture): void {
  describe("appending", () => {
    it("numbers from 1 without holes, at once, over batches and commits", async () => {
      const log = await makeLog();
      const first = log.append(deltas(3));
      const second = log.append([delta("x")]);
      await log.settled();
      const third = await appendAndSettle(log, deltas(2));
      const sequences = [...first, ...second, ...third].map(
        (event) => event.sequence,
      );
      expect(sequences).toEqual(range(1, 6));
      const read = await readAll(log.reader);
      expect(read.map((event) => event.sequence)).toEqual(range(1, 6));
    });

    it("gives each event an id that names its place, its session and the time of its batch", async () => {
      let now = START_MS;
      const log = await makeLog({ clock: () => now });
      const [a, b] = log.append(deltas(2));
      now += 1500;
      const [c] = await appendAndSettle(log, [delta("later")]);
      expect(EventIdSchema.safeParse(a!.eventId).success).toBe(true);
      expect(a!.eventId.endsWith("_1")).toBe(true);
      expect(c!.eventId.endsWith("_3")).toBe(true);
      expect(new Set([a, b, c].map((e) => e!.eventId)).size).toBe(3);
      expect(a!.sessionId).toBe(SESSION_A);
      expect([a, b, c].map((e) => e!.timestamp)).toEqual([
        "2026-11-30T12:00:00.000Z",
        "2026-11-30T12:00:00.000Z",
        "2026-11-30T12:00:01.500Z",
      ]);
    });

    it("keeps run and actor as given, and frames what it returned", async () => {
      const log = await makeLog();
      const actor = { kind: "viewer", id: "viw_1" } as const;
      const stored = await appendAndSettle(log, [
        { ...delta("🚀 \n\ndata: x\r\nid: y"), actor },
        closing("shutdown"),
      ]);
      expect(stored[0]).toMatchObject({ runId: RUN_ID, actor });
      expect(stored[1]).not.toHaveProperty("runId");
      expect(await readAll(log.reader)).toEqual(stored);
    });

    it("lets nothing in the input replace what the log assigns", async () => {
      const log = await makeLog();
      const forged = { ...delta("x"), sequence: 99, sessionId: SESSION_B };
      const [stored] = await appendAndSettle(log, [forged]);
      expect(stored).toMatchObject({ sequence: 1, sessionId: SESSION_A });
      expect(await readAll(log.reader)).toEqual([stored]);
    });

    it("appends a batch whole or not at all", async () => {
      const log = await makeLog();
      await appendAndSettle(log, [delta("before")]);
      const cycle: Record<string, unknown> = {};
      cycle["self"] = cycle;
      const bad: NewEvent = {
        type: "lab.updated",
        payload: {
          collection: "c",
          id: "1",
          value: cycle,
          cause: { action: "a" },
        },
      };
      expect(() => log.append([delta("a"), bad, delta("b")])).toThrow(
        expect.objectContaining({ code: "not_serializable" }),
      );
      expect(() => log.append([completed(cycle)])).toThrow(
        expect.objectContaining({ code: "not_serializable" }),
      );
      const [next] = await appendAndSettle(log, [delta("after")]);
      expect(next?.sequence).toBe(2);
      expect(await readAll(log.reader)).toHaveLength(2);
    });

    it("takes an empty batch as nothing", async () => {
      const log = await makeLog();
      expect(log.append([])).toEqual([]);
      await log.settled();
      expect(log.reader.latestSequence).toBe(0);
    });
  });

  describe("becoming visible", () => {
    it("shows nothing in the tick of the append, and all of a batch together", async () => {
      const log = await makeLog();
      const seen: number[] = [];
      log.reader.onVisible(() => seen.push(log.reader.latestSequence));
      log.append(deltas(3));
      expect(log.reader.latestSequence).toBe(0);
      await log.settled();
      log.append(deltas(2));
      await log.settled();
      expect(seen.every((latest) => [3, 5].includes(latest))).toBe(true);
      expect(seen.at(-1)).toBe(5);
    });

    it("settles at once when nothing is under way", async () => {
      const log = await makeLog();
      await expect(log.settled()).resolves.toBeUndefined();
    });

    it("wakes every watcher although one throws, and none that has left", async () => {
      const log = await makeLog();
      const woken = { first: 0, last: 0, left: 0 };
      log.reader.onVisible(() => (woken.first += 1));
      log.reader.onVisible(() => {
        throw new Error("a watcher's fault");
      });
      const leave = log.reader.onVisible(() => (woken.left += 1));
      log.reader.onVisible(() => (woken.last += 1));
      leave();
      leave();
      await appendAndSettle(log, [delta("x")]);
      expect(woken).toEqual({ first: 1, last: 1, left: 0 });
    });

    it("keeps a second subscription of the same function when the first is given back twice", async () => {
      const log = await makeLog();
      let woken = 0;
      const wake = (): void => void (woken += 1);
      const leave = log.reader.onVisible(wake);
      log.reader.onVisible(wake);
      leave();
      leave();
      await appendAndSettle(log, [delta("x")]);
      expect(woken).toBe(1);
    });
  });

  describe("sealed parts", () => {
    it("come back in order with their places, and only after the sequence asked for", async () => {
      const log = await makeLog();
      const secret = { role: "assistant", content: ["SEALED", null, 1] };
      await appendAndSettle(log, [delta("a"), completed(secret), delta("b")]);
      await appendAndSettle(log, [completed("second"), completed(undefined)]);
      expect(await log.sealed(0)).toEqual([
        { sequence: 2, type: "assistant.completed", sealed: secret },
        { sequence: 4, type: "assistant.completed", sealed: "second" },
      ]);
      expect(await log.sealed(2)).toHaveLength(1);
      expect(await log.sealed(4)).toEqual([]);
    });

    it("are in no frame and in no returned event", async () => {
      const log = await makeLog();
      const stored = await appendAndSettle(log, [completed("SEALED-VALUE")]);
      const page = await log.reader.read(0, PAGE_BYTES);
      expect(page.frames.toString()).not.toMatch(/sealed/i);
      expect(JSON.stringify(stored)).not.toMatch(/sealed/i);
    });

    it("can't be changed by who sealed or read them", async () => {
      const log = await makeLog();
      const part = { text: "as sealed" };
      log.append([completed(part)]);
      part.text = "changed";
      await log.settled();
      const [record] = await log.sealed(0);
      (record?.sealed as { text: string }).text = "changed";
      expect((await log.sealed(0))[0]?.sealed).toEqual({ text: "as sealed" });
    });

    it("outlive a new opening", async () => {
      const store = await make();
      const log = await store.create(header());
      await appendAndSettle(log, [completed({ n: 1 })]);
      const next = await store.open(SESSION_A);
      expect(await next.sealed(0)).toHaveLength(1);
    });
  });

  describe("owning a log", () => {
    it("fences every older handle, and keeps what they had appended", async () => {
      const store = await make();
      const first = await store.create(header());
      first.append([delta("of the first")]);
      const second = await store.open(SESSION_A);
      expect(() => first.append([delta("x")])).toThrow(
        expect.objectContaining({ code: "fenced" }),
      );
      await expect(first.sealed(0)).rejects.toMatchObject({ code: "fenced" });
      await expect(first.settled()).resolves.toBeUndefined();
      const [event] = await appendAndSettle(second, [delta("of the second")]);
      expect(event?.sequence).toBe(2);
      expect(await readAll(second.reader)).toHaveLength(2);
    });

    it("leaves exactly one live handle when many open at once", async () => {
      const store = await make();
      await store.create(header());
      const logs = await Promise.all(
        Array.from({ length: 5 }, () => store.open(SESSION_A)),
      );
      const alive = logs.filter((log) => {
        try {
          return log.append([delta("x")]).length === 1;
        } catch {
          return false;
        }
      });
      expect(alive).toHaveLength(1);
      await alive[0]?.settled();
      expect(alive[0]?.reader.latestSequence).toBe(1);
    });

    it("marks the ids of each opening anew, and still knows the older ones", async () => {
      const store = await make();
      const first = await store.create(header());
      const [a] = await appendAndSettle(first, [delta("a")]);
      const second = await store.open(SESSION_A);
      const [b] = await appendAndSettle(second, [delta("b")]);
      expect(a!.eventId.slice(0, 26)).not.toBe(b!.eventId.slice(0, 26));
      expect(await second.reader.locate(atId(a!.eventId))).toEqual({
        after: 1,
      });
      expect(await second.reader.locate(atId(b!.eventId))).toEqual({
        after: 2,
      });
      const crossed = `${a!.eventId.slice(0, 26)}_2`;
      expect(await second.reader.locate(atId(crossed))).toEqual({
        reset: "unknown_cursor",
      });
    });

    it("commits what is appended when it is closed, takes no more, and may be closed again", async () => {
      const store = await make();
      const log = await store.create(header());
      log.append([delta("last")]);
      await Promise.all([log.close(), log.close()]);
      await log.close();
      expect(log.reader.latestSequence).toBe(1);
      expect(() => log.append([delta("x")])).toThrow(
        expect.objectContaining({ code: "closed" }),
      );
      const next = await store.open(SESSION_A);
      const [event] = await appendAndSettle(next, [delta("on")]);
      expect(event?.sequence).toBe(2);
    });
  });
}
