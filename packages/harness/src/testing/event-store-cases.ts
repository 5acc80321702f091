/** What holds of a store over the life of its sessions. */
import { describe, expect, it } from "vitest";
import type { EventLog, StoredEvent } from "../events/event-store.ts";
import {
  PAGE_BYTES,
  SESSION_A,
  SESSION_B,
  header,
  delta,
  deltas,
  completed,
  readAll,
  take,
  range,
  atId,
  at,
  appendAndSettle,
} from "./event-log-samples.ts";
import type {
  EventStoreFixture,
  EventStoreSetup,
} from "./event-store-fixture.ts";

/** Declares the cases of retention, failures and lives. */
export function eventStoreCases({
  make,
  makeLog,
  retention,
  failingCommits,
}: EventStoreFixture): void {
  if (retention === "slabs")
    describe("dropping old events", () => {
      const shapes = [
        { maxEvents: 1, slabBytes: 64 },
        { maxEvents: 10, slabBytes: 1000 },
        { maxEvents: 50, slabBytes: 4096 },
        { maxEvents: 100, slabBytes: 64 * 1024 },
      ];

      it.each(shapes)(
        "keeps at least the last $maxEvents events in slabs of $slabBytes bytes, and little more",
        async ({ maxEvents, slabBytes }) => {
          const log = await makeLog({ maxEvents, slabBytes });
          const perSlab = Math.ceil(slabBytes / 300) + 1;
          for (let total = 7; total <= 700; total += 7) {
            await appendAndSettle(log, deltas(7));
            const { oldestSequence, latestSequence } = log.reader;
            expect(latestSequence).toBe(total);
            const kept = latestSequence - oldestSequence + 1;
            expect(kept).toBeGreaterThanOrEqual(Math.min(total, maxEvents));
            expect(kept).toBeLessThanOrEqual(maxEvents + perSlab);
          }
          const { oldestSequence, latestSequence } = log.reader;
          const read = await readAll(log.reader);
          expect(read.map((event) => event.sequence)).toEqual(
            range(oldestSequence, latestSequence),
          );
        },
      );

      it("answers a gap for what is gone, by place and by id, and the rest as ever", async () => {
        const log = await makeLog({ maxEvents: 10, slabBytes: 1000 });
        const stored = await appendAndSettle(log, deltas(100));
        const oldest = log.reader.oldestSequence;
        expect(oldest).toBeGreaterThan(2);
        const start = await log.reader.locate({ kind: "start" });
        expect(start).toEqual({ after: oldest - 1 });
        for (const { eventId, sequence } of stored) {
          const gap = { reset: "gap" };
          const there = { after: sequence };
          expect(await log.reader.locate(at(sequence))).toEqual(
            sequence < oldest - 1 ? gap : there,
          );
          expect(await log.reader.locate(atId(eventId))).toEqual(
            sequence < oldest ? gap : there,
          );
        }
        expect(await log.reader.locate(at(0))).toEqual({ reset: "gap" });
        expect(await log.reader.locate(at(101))).toEqual({
          reset: "unknown_cursor",
        });
      });

      it("refuses a page that is gone instead of leaving a hole", async () => {
        const log = await makeLog({ maxEvents: 10, slabBytes: 1000 });
        await appendAndSettle(log, deltas(100));
        const beforeOldest = log.reader.oldestSequence - 2;
        await expect(
          log.reader.read(beforeOldest, PAGE_BYTES),
        ).rejects.toMatchObject({ code: "not_retained" });
        await expect(take(log.reader, 0, 100)).rejects.toMatchObject({
          code: "not_retained",
        });
      });

      it("keeps sealed parts of events that are gone, until the session is deleted", async () => {
        const log = await makeLog({ maxEvents: 1, slabBytes: 64 });
        await appendAndSettle(log, [completed("early")]);
        await appendAndSettle(log, deltas(100));
        expect(log.reader.oldestSequence).toBeGreaterThan(1);
        expect(await log.sealed(0)).toMatchObject([
          { sequence: 1, sealed: "early" },
        ]);
      });

      it("knows retained ids of several openings", async () => {
        const store = await make({ maxEvents: 10, slabBytes: 1000 });
        await store.create(header());
        const stored: StoredEvent[] = [];
        for (let i = 0; i < 20; i += 1) {
          const log = await store.open(SESSION_A);
          stored.push(...(await appendAndSettle(log, deltas(2))));
        }
        const reader = store.reader(SESSION_A)!;
        for (const { eventId, sequence } of stored) {
          expect(await reader.locate(atId(eventId))).toEqual(
            sequence < reader.oldestSequence
              ? { reset: "gap" }
              : { after: sequence },
          );
        }
      });
    });

  if (retention === "all")
    describe("keeping old events", () => {
      it("keeps everything until deletion", async () => {
        const log = await makeLog({ maxEvents: 1, slabBytes: 64 });
        await appendAndSettle(log, deltas(500));
        expect(log.reader.oldestSequence).toBe(1);
        expect(await readAll(log.reader)).toHaveLength(500);
      });
    });

  if (failingCommits)
    describe("a commit that fails or takes its time", () => {
      const failAfter = (count: number): EventStoreSetup => {
        let left = count;
        return {
          commit: async () => {
            left -= 1;
            if (left < 0) throw new Error("disk full");
          },
        };
      };

      it("drops what was not committed, unseen, and closes the handle", async () => {
        const log = await makeLog(failAfter(1));
        await appendAndSettle(log, deltas(2));
        let woken = 0;
        log.reader.onVisible(() => (woken += 1));
        log.append(deltas(3));
        await expect(log.settled()).rejects.toMatchObject({
          code: "unavailable",
        });
        await expect(log.settled()).rejects.toMatchObject({
          code: "unavailable",
        });
        expect(woken).toBe(0);
        expect(log.reader.latestSequence).toBe(2);
        expect(() => log.append([delta("x")])).toThrow(
          expect.objectContaining({ code: "closed" }),
        );
        await expect(log.close()).resolves.toBeUndefined();
      });

      it("is over with the next opening, whose ids can't be taken for the lost ones", async () => {
        let isFailing = true;
        const store = await make({
          commit: () => {
            if (isFailing) throw new Error("disk full");
          },
        });
        const log = await store.create(header());
        const [lost] = log.append([delta("lost")]);
        await expect(log.settled()).rejects.toMatchObject({
          code: "unavailable",
        });
        isFailing = false;
        const next = await store.open(SESSION_A);
        const [kept] = await appendAndSettle(next, [delta("kept")]);
        expect(kept?.sequence).toBe(1);
        expect(await next.reader.locate(atId(lost!.eventId))).toEqual({
          reset: "unknown_cursor",
        });
      });

      it("is felt by no other session", async () => {
        const store = await make({
          commit: (batch) => {
            if (batch[0]?.sessionId === SESSION_A) throw new Error("disk full");
          },
        });
        const a = await store.create(header(SESSION_A));
        const b = await store.create(header(SESSION_B));
        a.append([delta("a")]);
        b.append([delta("b")]);
        await expect(a.settled()).rejects.toMatchObject({
          code: "unavailable",
        });
        await expect(b.settled()).resolves.toBeUndefined();
        expect(b.reader.latestSequence).toBe(1);
      });

      it("that is still under way holds back every new opening, which then numbers on from it", async () => {
        const { promise, resolve } = Promise.withResolvers<undefined>();
        const store = await make({ commit: () => promise });
        const first = await store.create(header());
        first.append(deltas(3));
        await Promise.resolve();
        const opened: EventLog[] = [];
        const opening = [1, 2].map(async () => {
          opened.push(await store.open(SESSION_A));
        });
        await new Promise((tick) => setImmediate(tick));
        expect(opened).toEqual([]);
        resolve(undefined);
        await Promise.all(opening);
        const [event] = await appendAndSettle(opened[1]!, [delta("on")]);
        expect(event?.sequence).toBe(4);
      });

      it("shows nothing of a batch while its commit is under way, nor after a deletion in it", async () => {
        const { promise, resolve } = Promise.withResolvers<undefined>();
        const store = await make({ commit: () => promise });
        const log = await store.create(header());
        log.append(deltas(2));
        await Promise.resolve(undefined);
        log.append(deltas(2));
        expect(log.reader.latestSequence).toBe(0);
        await store.delete(SESSION_A);
        const settled = log.settled();
        resolve(undefined);
        await expect(settled).rejects.toMatchObject({ code: "closed" });
        expect(log.reader.latestSequence).toBe(0);
      });
    });

  describe("the life of sessions", () => {
    it("lists headers as they were given, in order of creation, until deletion", async () => {
      const store = await make();
      await store.create(header(SESSION_B));
      await store.create(header(SESSION_A));
      expect(await store.list()).toEqual([
        header(SESSION_B),
        header(SESSION_A),
      ]);
      await store.delete(SESSION_B);
      expect(await store.list()).toEqual([header(SESSION_A)]);
    });

    it("refuses a second creation and an unknown session", async () => {
      const store = await make();
      await store.create(header());
      await expect(store.create(header())).rejects.toMatchObject({
        code: "session_exists",
      });
      await expect(store.open(SESSION_B)).rejects.toMatchObject({
        code: "session_not_found",
      });
      expect(store.reader(SESSION_B)).toBeUndefined();
      await expect(store.delete(SESSION_B)).resolves.toBeUndefined();
    });

    it("gives everyone the same reader", async () => {
      const store = await make();
      const log = await store.create(header());
      expect(store.reader(SESSION_A)).toBe(log.reader);
      expect((await store.open(SESSION_A)).reader).toBe(log.reader);
    });

    it("keeps sessions apart", async () => {
      const store = await make();
      const a = await store.create(header(SESSION_A));
      const b = await store.create(header(SESSION_B));
      let woken = 0;
      b.reader.onVisible(() => (woken += 1));
      await appendAndSettle(a, deltas(5));
      const [event] = await appendAndSettle(b, [completed("b")]);
      expect(event?.sequence).toBe(1);
      expect(woken).toBe(1);
      expect(await a.sealed(0)).toEqual([]);
      await store.delete(SESSION_A);
      expect(await readAll(b.reader)).toEqual([event]);
    });

    it("wakes and ends watchers of a deleted session, whatever they were doing", async () => {
      const store = await make();
      const log = await store.create(header());
      await appendAndSettle(log, [...deltas(3), completed("sealed")]);
      const watching = take(log.reader, 4, 99);
      await Promise.resolve(undefined);
      log.append([delta("not yet committed")]);
      await store.delete(SESSION_A);
      expect(await watching).toEqual([]);
      expect(await log.reader.read(0, PAGE_BYTES)).toMatchObject({
        first: 1,
        last: 0,
        closed: true,
      });
      expect(() => log.append([delta("x")])).toThrow(
        expect.objectContaining({ code: "closed" }),
      );
      await expect(log.settled()).rejects.toMatchObject({ code: "closed" });
      expect(store.reader(SESSION_A)).toBeUndefined();
      await expect(store.open(SESSION_A)).rejects.toMatchObject({
        code: "session_not_found",
      });
    });

    it("starts afresh when a deleted session is created again", async () => {
      const store = await make();
      const log = await store.create(header());
      await appendAndSettle(log, [completed("old")]);
      await store.delete(SESSION_A);
      const again = await store.create(header());
      const [event] = await appendAndSettle(again, [delta("new")]);
      expect(event?.sequence).toBe(1);
      expect(await again.sealed(0)).toEqual([]);
      expect(log.reader).not.toBe(again.reader);
    });

    it("commits everything on close, lets watchers read to the end, and takes nothing more", async () => {
      const store = await make();
      const log = await store.create(header());
      log.append(deltas(3));
      const watching = take(log.reader, 0, 99);
      await Promise.all([store.close(), store.close()]);
      await store.close();
      expect(await watching).toEqual([1, 2, 3]);
      const closed = { code: "closed" };
      expect(() => log.append([delta("x")])).toThrow(
        expect.objectContaining(closed),
      );
      await expect(store.create(header(SESSION_B))).rejects.toMatchObject(
        closed,
      );
      await expect(store.open(SESSION_A)).rejects.toMatchObject(closed);
      await expect(store.list()).rejects.toMatchObject(closed);
      await expect(store.delete(SESSION_A)).rejects.toMatchObject(closed);
    });
  });
}
