import { InMemoryEventStore } from "@agent-studio/harness/adapters";
import { expect, it } from "vitest";
import { eventLines } from "../../src/stream/event-lines.ts";

it("a download of a long log lets the loop go after each page, and has every event in its order", async () => {
  const store = new InMemoryEventStore({ maxEvents: 10_000 });
  const log = await store.create({
    sessionId: "ses_a",
    viewerId: "viw_a",
    labId: "ads-report",
    title: "t",
    createdAt: "2026-11-30T12:00:00.000Z",
  });
  const title = "x".repeat(1000);
  log.append(
    Array.from({ length: 1000 }, () => ({
      type: "session.updated" as const,
      payload: { title },
    })),
  );
  await log.settled();

  let turns = 0;
  let isReading = true;
  const count = (): void => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const pages: string[] = [];
  for await (const page of eventLines(log.reader)) pages.push(page.toString());
  isReading = false;

  expect(pages.length).toBeGreaterThan(10);
  expect(turns).toBeGreaterThanOrEqual(pages.length);
  const sequences = pages
    .join("")
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { sequence: number }).sequence);
  expect(sequences).toEqual(Array.from({ length: 1000 }, (_, n) => n + 1));
});
