/** A log to write into, and what is written. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventLog, EventStore, NewEvent } from "@agent-studio/harness";
import { SqliteEventStore } from "@agent-studio/harness/adapters";
import { createEventMaker, USUAL_TEXT } from "../stream/bench-event.ts";

const make = createEventMaker();

/** A piece of an answer: it is committed without fsync. */
export const DELTA: NewEvent = make({ number: 1, timeUs: 1, text: USUAL_TEXT });

/** The beginning of an effect: it is committed with fsync. */
export const EFFECT: NewEvent = {
  type: "tool.started",
  payload: {
    toolCallId: "call_bench00000000000000",
    toolName: "mock_ads_metrics",
  },
};

/** Makes the log of one more session. */
export function createLog(store: EventStore, index = 0): Promise<EventLog> {
  return store.create({
    sessionId: `ses_bench${String(index).padStart(17, "0")}`,
    viewerId: "viw_bench00000000000000",
    labId: "bench",
    title: "",
    createdAt: new Date(0).toISOString(),
  });
}

/** Works on a database of its own. */
export async function withDatabase<Result>(
  work: (store: SqliteEventStore) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "studio-bench-"));
  try {
    const store = await SqliteEventStore.open({ folder });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
