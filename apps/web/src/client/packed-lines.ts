/**
 * Events as lines of JSON, packed: what a message is written with, piece by piece, differs in a few fields only, and
 * such pieces are most of a log. They are kept as one line with what they share, and give back exactly what they were.
 */
import type { HarnessEvent } from "@agent-studio/shared";

type Delta = Extract<HarnessEvent, { readonly type: "assistant.delta" }>;

interface Pack {
  readonly first: Delta;
  /** Milliseconds after the first one, and the text of each. */
  readonly pieces: (readonly [afterMs: number, delta: string])[];
}

/** No JSON begins with it. */
const MARK = "~";

/** Packs events, one after the other in the log, into text. */
export function packLines(events: readonly HarnessEvent[]): string {
  const lines: string[] = [];
  let pack: Pack | null = null;
  for (const event of events) {
    const line = JSON.stringify(event);
    if (pack !== null && event.type === "assistant.delta") {
      const piece = pieceOf(pack, event);
      if (JSON.stringify(expanded(pack, pack.pieces.length, piece)) === line) {
        pack.pieces.push(piece);
        continue;
      }
    }
    if (pack !== null) lines.push(lineOf(pack));
    pack = event.type === "assistant.delta" ? packFrom(event) : null;
    // What does not come back as it was stays as it is.
    if (pack !== null && JSON.stringify(expanded(pack, 0)) === line) continue;
    pack = null;
    lines.push(line);
  }
  if (pack !== null) lines.push(lineOf(pack));
  return lines.join("\n");
}

/** The lines of JSON that were packed, each without its end. */
export function unpackLines(packed: string): readonly string[] {
  return packed.split("\n").flatMap((line) => {
    if (!line.startsWith(MARK)) return [line];
    // Written by `lineOf`.
    const pack = JSON.parse(line.slice(MARK.length)) as Pack;
    return pack.pieces.map((_, index) => JSON.stringify(expanded(pack, index)));
  });
}

function packFrom(first: Delta): Pack {
  return { first, pieces: [[0, first.payload.delta]] };
}

function lineOf(pack: Pack): string {
  return pack.pieces.length === 1
    ? JSON.stringify(pack.first)
    : MARK + JSON.stringify(pack);
}

function pieceOf({ first }: Pack, event: Delta): Pack["pieces"][number] {
  const afterMs = Date.parse(event.timestamp) - Date.parse(first.timestamp);
  return [afterMs, event.payload.delta];
}

/** The piece at a place, as an event whose fields stand in the order of the first one's. */
function expanded(
  { first, pieces }: Pack,
  index: number,
  piece = pieces[index],
): Delta {
  const [afterMs, delta] = piece ?? [0, ""];
  const sequence = first.sequence + index;
  const time = new Date(Date.parse(first.timestamp) + afterMs);
  return {
    ...first,
    eventId: first.eventId.replace(/\d+$/, String(sequence)),
    sequence,
    timestamp: Number.isNaN(time.getTime()) ? "" : time.toISOString(),
    payload: { ...first.payload, delta },
  };
}
