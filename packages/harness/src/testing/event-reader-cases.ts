/** What a watcher can rely on. */
import type { HarnessEvent } from "@agent-studio/shared";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { subscribe } from "../events/subscribe.ts";
import {
  PAGE_BYTES,
  SESSION_A,
  SESSION_B,
  header,
  delta,
  deltas,
  closing,
  decode,
  readAll,
  take,
  range,
  atId,
  at,
  appendAndSettle,
} from "./event-log-samples.ts";
import type { EventStoreFixture } from "./event-store-fixture.ts";

/** Declares the cases of the reading side. */
export function eventReaderCases({ make, makeLog }: EventStoreFixture): void {
  describe("what is ready", () => {
    it("is the page that reading gives, without waiting", async () => {
      const log = await makeLog();
      await appendAndSettle(log, deltas(20));
      for (const after of range(0, 20)) {
        const ready = log.reader.ready(after, PAGE_BYTES);
        expect(ready).toEqual(await log.reader.read(after, PAGE_BYTES));
      }
    });

    it("is the same bytes for everyone at the same place", async () => {
      const log = await makeLog();
      await appendAndSettle(log, deltas(20));
      const [a, b] = [0, 1].map(() => log.reader.ready(4, PAGE_BYTES));
      expect(a?.frames.length).toBeGreaterThan(0);
      expect(a?.frames).toBe(b?.frames);
    });

    it("grows with the log by exactly the bytes of its frames", async () => {
      const log = await makeLog();
      let bytes = log.reader.visibleBytes;
      for (const count of [1, 7, 30]) {
        const after = log.reader.latestSequence;
        await appendAndSettle(log, deltas(count));
        const page = await log.reader.read(after, PAGE_BYTES);
        bytes += page.frames.length;
        expect(log.reader.visibleBytes).toBe(bytes);
      }
    });
  });

  describe("locating a cursor", () => {
    it("answers for every place of a log that is kept whole", async () => {
      const log = await makeLog();
      expect(await log.reader.locate({ kind: "start" })).toEqual({
        after: 0,
      });
      expect(await log.reader.locate(at(0))).toEqual({ after: 0 });
      expect(await log.reader.locate(at(1))).toEqual({
        reset: "unknown_cursor",
      });
      const stored = await appendAndSettle(log, deltas(10));
      expect(await log.reader.locate({ kind: "start" })).toEqual({
        after: 0,
      });
      for (const { eventId, sequence } of stored) {
        expect(await log.reader.locate(at(sequence))).toEqual({
          after: sequence,
        });
        expect(await log.reader.locate(atId(eventId))).toEqual({
          after: sequence,
        });
      }
      for (const place of [11, 999_999_999, -1, 0.5, Number.NaN]) {
        expect(await log.reader.locate(at(place))).toEqual({
          reset: "unknown_cursor",
        });
      }
    });

    it("knows no id that is not the id of the event at its place", async () => {
      const store = await make();
      const log = await store.create(header());
      const other = await store.create(header(SESSION_B));
      const stored = await appendAndSettle(log, deltas(5));
      const [foreign] = await appendAndSettle(other, deltas(5));
      const mark = stored[0]!.eventId.slice(0, 26);
      const ids = [
        ...["1", "0", "999999999", "-1", "abc", "", "NaN", "1e3"],
        ...[
          `${mark}_6`,
          `${mark}_0`,
          `${mark}_01`,
          `${mark}_-1`,
          `${mark}_1e0`,
        ],
        ...[`${mark}_9007199254740993`, `${mark}_1 `, `${mark}_1\n`, mark],
        ...[foreign!.eventId, `EVT${mark.slice(3)}_1`],
      ];
      for (const id of ids) {
        const answer = await log.reader.locate(atId(id));
        expect({ id, ...answer }).toEqual({ id, reset: "unknown_cursor" });
      }
    });

    it("does not know an id from an earlier life of the log", async () => {
      const store = await make();
      const log = await store.create(header());
      const [old] = await appendAndSettle(log, deltas(20));
      await store.delete(SESSION_A);
      const again = await store.create(header());
      await appendAndSettle(again, deltas(20));
      expect(await again.reader.locate(atId(old!.eventId))).toEqual({
        reset: "unknown_cursor",
      });
    });

    it("does not know the place of an event before it is committed", async () => {
      const log = await makeLog();
      const [event] = log.append([delta("x")]);
      const early = await Promise.all([
        log.reader.locate(atId("evt_0")),
        log.settled(),
      ]);
      expect(early[0]).toEqual({ reset: "unknown_cursor" });
      expect(await log.reader.locate(atId(event!.eventId))).toEqual({
        after: 1,
      });
    });
  });

  describe("reading pages", () => {
    it("gives whole frames, in order, within the bytes asked for", async () => {
      const log = await makeLog();
      const stored = await appendAndSettle(log, deltas(200));
      for (const maxBytes of [400, 1000, 5000, PAGE_BYTES]) {
        let after = 0;
        const events: HarnessEvent[] = [];
        while (after < 200) {
          const page = await log.reader.read(after, maxBytes);
          expect(page.frames.length).toBeLessThanOrEqual(maxBytes);
          expect(page.first).toBe(after + 1);
          expect(page.closed).toBe(false);
          const decoded = decode(page.frames);
          expect(decoded.map((event) => event.sequence)).toEqual(
            range(page.first, page.last),
          );
          events.push(...decoded);
          after = page.last;
        }
        expect(events).toEqual(stored);
      }
    });

    it("gives one event that is larger than the bytes asked for, alone", async () => {
      const log = await makeLog();
      const large = "长".repeat(100_000);
      await appendAndSettle(log, [delta("a"), delta(large), delta("b")]);
      expect(await readAll(log.reader, 0, 10)).toHaveLength(3);
      const page = await log.reader.read(1, 10);
      expect([page.first, page.last]).toEqual([2, 2]);
      expect(page.frames.length).toBeGreaterThan(300_000);
    });

    it("gives an empty page at the end, which stays right when more comes", async () => {
      const log = await makeLog();
      expect(await log.reader.read(0, PAGE_BYTES)).toMatchObject({
        first: 1,
        last: 0,
        closed: false,
      });
      await appendAndSettle(log, deltas(3));
      const end = await log.reader.read(3, PAGE_BYTES);
      expect(end).toMatchObject({ first: 4, last: 3, closed: false });
      expect(end.frames).toHaveLength(0);
      await appendAndSettle(log, deltas(1));
      expect((await log.reader.read(3, PAGE_BYTES)).last).toBe(4);
      expect(end.frames).toHaveLength(0);
    });

    it("never changes a page that was handed out", async () => {
      const log = await makeLog();
      await appendAndSettle(log, deltas(5));
      const page = await log.reader.read(0, PAGE_BYTES);
      const copy = Buffer.from(page.frames);
      for (let i = 0; i < 50; i += 1) await appendAndSettle(log, deltas(20));
      expect(page.frames.equals(copy)).toBe(true);
    });

    it("gives watchers at the same place the same bytes", async () => {
      const log = await makeLog();
      await appendAndSettle(log, deltas(50));
      const pages = await Promise.all(
        range(1, 20).map(() => log.reader.read(10, PAGE_BYTES)),
      );
      const [first] = pages;
      expect(pages.every(({ frames }) => frames.equals(first!.frames))).toBe(
        true,
      );
    });

    it("ends for good with the session's deletion, and not with a shutdown", async () => {
      const log = await makeLog();
      await appendAndSettle(log, [delta("a"), closing("shutdown")]);
      expect((await log.reader.read(0, PAGE_BYTES)).closed).toBe(false);
      await appendAndSettle(log, [closing("deleted")]);
      expect((await log.reader.read(0, 1)).closed).toBe(false);
      expect((await log.reader.read(2, PAGE_BYTES)).closed).toBe(true);
      expect((await log.reader.read(3, PAGE_BYTES)).closed).toBe(true);
    });
  });

  describe("watching", () => {
    it("replays and follows in one go, without a gap or a repeat, whatever is appended meanwhile", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.oneof(
              fc.record({
                kind: fc.constant("append" as const),
                count: fc.integer({ min: 1, max: 5 }),
              }),
              fc.record({
                kind: fc.constant("join" as const),
                back: fc.nat(20),
              }),
              fc.record({ kind: fc.constant("settle" as const) }),
              fc.record({ kind: fc.constant("reopen" as const) }),
            ),
            { minLength: 1, maxLength: 30 },
          ),
          async (steps) => {
            const store = await make();
            let log = await store.create(header());
            let total = 0;
            const watchers: { after: number; seen: Promise<number[]> }[] = [];
            const appends = steps.reduce(
              (sum, step) => sum + (step.kind === "append" ? step.count : 0),
              1,
            );
            for (const step of steps) {
              if (step.kind === "append") {
                total += log.append(deltas(step.count)).length;
              } else if (step.kind === "settle") await log.settled();
              else if (step.kind === "reopen")
                log = await store.open(SESSION_A);
              else {
                const after = Math.max(
                  0,
                  log.reader.latestSequence - step.back,
                );
                watchers.push({
                  after,
                  seen: take(log.reader, after, appends),
                });
              }
            }
            total += (await appendAndSettle(log, [delta("end")])).length;
            expect(total).toBe(appends);
            for (const { after, seen } of watchers) {
              expect(await seen).toEqual(range(after + 1, appends));
            }
          },
        ),
        { numRuns: 60 },
      );
    });

    it("gives each of 20 clients that join at random places the exact suffix of 1,000 appends", async () => {
      const log = await makeLog();
      const [random] = fc.sample(
        fc.array(fc.nat(1_000_000), { minLength: 20, maxLength: 20 }),
        1,
      );
      const clients: { after: number; seen: Promise<number[]> }[] = [];
      for (let sequence = 1; sequence <= 1000; sequence += 1) {
        log.append([delta(`${sequence}`)]);
        if (sequence % 3 === 0) await log.settled();
        if (sequence % 50 !== 0) continue;
        const any = random![clients.length]!;
        const after = any % (log.reader.latestSequence + 1);
        clients.push({ after, seen: take(log.reader, after, 1000) });
      }
      await log.settled();
      expect(clients).toHaveLength(20);
      for (const { after, seen } of clients) {
        expect(await seen).toEqual(range(after + 1, 1000));
      }
    });

    it("gives a client that comes back only what it missed", async () => {
      const store = await make();
      const log = await store.create(header());
      const first = await appendAndSettle(log, deltas(20));
      const lastId = first.at(-1)!.eventId;
      await appendAndSettle(log, deltas(5));
      await store.open(SESSION_A);
      const place = await log.reader.locate(atId(lastId));
      expect(place).toEqual({ after: 20 });
      expect(await take(log.reader, 20, 25)).toEqual(range(21, 25));
    });

    it("sends one id with every frame, each the place of that very event", async () => {
      const log = await makeLog();
      const stored = await appendAndSettle(log, [
        delta("a"),
        ...deltas(9),
        closing("shutdown"),
      ]);
      const { frames } = await log.reader.read(0, PAGE_BYTES);
      const ids = frames.toString().match(/^id: .*$/gm) ?? [];
      expect(ids).toEqual(stored.map(({ eventId }) => `id: ${eventId}`));
      for (const [index, line] of ids.entries()) {
        expect(await log.reader.locate(atId(line.slice(4)))).toEqual({
          after: index + 1,
        });
      }
    });

    it("ends on abort without an error and gives its subscription back", async () => {
      const log = await makeLog();
      await appendAndSettle(log, deltas(3));
      const abort = new AbortController();
      const seen: number[] = [];
      const watching = (async () => {
        const { signal } = abort;
        for await (const event of subscribe(log.reader, {
          afterSequence: 0,
          signal,
        })) {
          seen.push(event.sequence);
          if (event.sequence === 3) queueMicrotask(() => abort.abort());
        }
      })();
      await watching;
      await appendAndSettle(log, deltas(1));
      expect(seen).toEqual([1, 2, 3]);
    });
  });
}
