import type { EventArchive } from "../../client/event-archive.ts";
import type { EventRow } from "../../client/event-rows.ts";
import { sentenceOf } from "./event-sentence.ts";
import type { TimelineTexts } from "./timeline-texts.ts";

/** What a row says: its newest event, with the characters of all its pieces. */
export function rowSentence(
  archive: EventArchive,
  row: EventRow,
  texts: TimelineTexts,
): string {
  const event = archive.read(row.last);
  if (event === undefined) return row.type;
  return sentenceOf(
    event,
    texts,
    row.type === "assistant.delta" ? row.characters : undefined,
  );
}
