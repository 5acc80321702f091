import { describe, expect, it } from "vitest";
import { InMemoryEventStore } from "../../src/events/in-memory-event-store.ts";
import { eventStoreConformance } from "../../src/testing/event-store-conformance.ts";

eventStoreConformance({
  name: "InMemoryEventStore",
  create: (setup) => new InMemoryEventStore(setup),
});

const SESSION_ID = "ses_0123456789abcdefghijk";
const HEADER = {
  sessionId: SESSION_ID,
  viewerId: "viw_0123456789abcdefghijk",
  labId: "ads-report",
  title: "t",
  createdAt: "2026-11-30T12:00:00.000Z",
};
const updated = (title: string) =>
  ({ type: "session.updated", payload: { title } }) as const;

describe("InMemoryEventStore", () => {
  it("takes the mark of an opening from the random source it was given", async () => {
    const store = new InMemoryEventStore({
      random: (length) => "r".repeat(length),
    });
    const log = await store.create(HEADER);
    const [event] = log.append([updated("a")]);
    expect(event?.eventId).toBe(`evt_${"r".repeat(22)}_1`);
  });

  it("refuses an event beyond its size, framed, and appends nothing of the batch", async () => {
    const store = new InMemoryEventStore({ maxEventBytes: 1000 });
    const log = await store.create(HEADER);
    expect(() => log.append([updated("a"), updated("长".repeat(400))])).toThrow(
      expect.objectContaining({ code: "too_large" }),
    );
    const [event] = log.append([updated("b")]);
    expect(event?.sequence).toBe(1);
  });

  it("copies no bytes for a page, and gives the very same page at the same place", async () => {
    const store = new InMemoryEventStore();
    const log = await store.create(HEADER);
    log.append(Array.from({ length: 2000 }, () => updated("标题")));
    await log.settled();
    let after = 0;
    while (after < 2000) {
      const [a, b] = await Promise.all([
        log.reader.read(after, 128 * 1024),
        log.reader.read(after, 100 * 1024),
      ]);
      expect(a.frames).toBe(b.frames);
      expect(a.frames.length).toBeLessThanOrEqual(64 * 1024);
      after = a.last;
    }
  });

  it("lets watchers that started at different places meet at the next slab", async () => {
    const store = new InMemoryEventStore({ slabBytes: 2000 });
    const log = await store.create(HEADER);
    log.append(Array.from({ length: 50 }, () => updated("标题")));
    await log.settled();
    const ends = await Promise.all(
      [0, 1, 2, 3].map(
        async (after) => (await log.reader.read(after, 65_536)).last,
      ),
    );
    expect(new Set(ends).size).toBe(1);
  });

  it("freezes what it returns", async () => {
    const log = await new InMemoryEventStore().create(HEADER);
    const [event] = log.append([updated("a")]);
    expect(Object.isFrozen(event)).toBe(true);
  });
});
