/** How old events are read from the database: in small pages that readers share. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { EventReader, NewEvent } from "../../src/events/event-store.ts";
import { SqliteEventStore } from "../../src/events/sqlite-event-store.ts";
import {
  PAGE_BYTES,
  appendAndSettle,
  completed,
  decode,
  delta,
  deltas,
  header,
  range,
} from "../../src/testing/event-log-samples.ts";

const root = mkdtempSync(path.join(tmpdir(), "studio-pages-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A log of which only the last few events are in memory. */
async function oldLog(...batches: readonly NewEvent[][]): Promise<EventReader> {
  const folder = mkdtempSync(path.join(root, "store-"));
  const limits = { maxEvents: 1, slabBytes: 1024 };
  const store = await SqliteEventStore.open({ folder, ...limits });
  const log = await store.create(header());
  for (const batch of batches) await appendAndSettle(log, batch);
  await appendAndSettle(log, deltas(20, "in memory".repeat(20)));
  return log.reader;
}

/** The places at which a reader stands on its way. */
async function placesOf(reader: EventReader, from: number): Promise<number[]> {
  const places: number[] = [];
  let after = from;
  while (after < reader.latestSequence) {
    const page = await reader.read(after, PAGE_BYTES);
    expect(decode(page.frames).map(({ sequence }) => sequence)).toEqual(
      range(after + 1, page.last),
    );
    after = page.last;
    places.push(after);
  }
  return places;
}

describe("pages of old events", () => {
  it("are the same for readers who started at different places, after the first", async () => {
    const reader = await oldLog(deltas(1000));
    const all = await placesOf(reader, 0);
    for (const start of [1, 17, 127, 128, 129, 500]) {
      const places = await placesOf(reader, start);
      expect(all).toEqual(expect.arrayContaining(places));
    }
    expect(reader.ready(0, PAGE_BYTES)).toBeUndefined();
    const [a, b] = await Promise.all([
      reader.read(128, PAGE_BYTES),
      reader.read(128, PAGE_BYTES),
    ]);
    expect(a.frames).toBe(b.frames);
  });

  it("stay small where events are large, and never are without an event", async () => {
    const large = Array.from({ length: 40 }, () => delta("x".repeat(30_000)));
    const reader = await oldLog(large, [delta("y".repeat(300_000))], deltas(5));
    let after = 0;
    while (reader.ready(after, PAGE_BYTES) === undefined) {
      const { frames, last } = await reader.read(after, PAGE_BYTES);
      expect(last).toBeGreaterThan(after);
      if (last - after > 1)
        expect(frames.length).toBeLessThanOrEqual(PAGE_BYTES);
      after = last;
    }
    expect(after).toBeGreaterThanOrEqual(46);
  });

  it("go past what is sealed with an event, and never show it", async () => {
    const sealed = { text: "SEALED".repeat(20_000) };
    const reader = await oldLog([
      completed(sealed),
      completed(sealed),
      ...deltas(3),
    ]);
    const page = await reader.read(0, PAGE_BYTES);
    expect(page.frames.toString()).not.toContain("SEALED");
    expect(await placesOf(reader, 0)).toContain(reader.latestSequence);
  });
});
