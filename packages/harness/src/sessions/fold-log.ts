/** What the committed events of a log fold to, and how large they are. */
import {
  createInitialState,
  createInitialTrace,
  reduce,
  reduceTrace,
} from "@agent-studio/shared";
import type { EventReader } from "../events/event-store.ts";
import { decodeFrames } from "../events/subscribe.ts";
import type { Folded } from "./session-log.ts";

const PAGE_BYTES = 64 * 1024;

/** Reads a log from its oldest event to its latest. Rejects with `unavailable` when an event is damaged or missing. */
export async function foldLog(
  reader: EventReader,
  sessionId: string,
): Promise<{ readonly folded: Folded; readonly bytes: number }> {
  let state = createInitialState(sessionId);
  let trace = createInitialTrace();
  let bytes = 0;
  let after = reader.oldestSequence - 1;
  while (after < reader.latestSequence) {
    const page = await reader.read(after, PAGE_BYTES);
    for (const event of decodeFrames(page.frames)) {
      state = reduce(state, event);
      trace = reduceTrace(trace, event);
    }
    bytes += page.frames.length;
    after = page.last;
  }
  return { folded: { state, trace }, bytes };
}
