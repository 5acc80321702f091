/** What arrived on a stream: an event, a comment (someone is there), or the time to wait before coming back. */
export type SseFrame =
  | {
      readonly kind: "event";
      /** The id of this very frame; null when it has none, so that a signal never moves the cursor. */
      readonly id: string | null;
      /** `message` when the frame names none. */
      readonly event: string;
      readonly data: string;
    }
  | { readonly kind: "comment"; readonly text: string }
  | { readonly kind: "retry"; readonly retryMs: number };

export interface FrameDecoder {
  /**
   * Takes the next piece of text, cut anywhere, and returns what it completes,
   * in order. An event whose blank line never comes is never returned.
   */
  push(text: string): SseFrame[];
  /** The id that a reconnect sends: that of the last frame with one; empty before the first. */
  lastEventId(): string;
}

/** Reads `text/event-stream` as the HTML standard says; needs neither DOM nor Node. */
export function createFrameDecoder(): FrameDecoder {
  const lines = createLineSplitter();
  let lastEventId = "";
  let id: string | null = null;
  let event = "";
  let data: string[] = [];

  const dispatch = (): SseFrame[] => {
    const isEvent = data.length > 0;
    const frame: SseFrame = {
      kind: "event",
      id,
      event: event === "" ? "message" : event,
      data: data.join("\n"),
    };
    lastEventId = id ?? lastEventId;
    id = null;
    event = "";
    data = [];
    return isEvent ? [frame] : [];
  };
  const take = (line: string): SseFrame[] => {
    if (line === "") return dispatch();
    const { field, value } = parseLine(line);
    if (field === "") return [{ kind: "comment", text: value }];
    if (field === "data") data.push(value);
    else if (field === "event") event = value;
    else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "retry" && /^[0-9]+$/.test(value))
      return [{ kind: "retry", retryMs: Number(value) }];
    return [];
  };
  return {
    push: (text) => lines.push(text).flatMap(take),
    lastEventId: () => lastEventId,
  };
}

function parseLine(line: string): { field: string; value: string } {
  const colon = line.indexOf(":");
  if (colon === -1) return { field: line, value: "" };
  const start = line.charAt(colon + 1) === " " ? colon + 2 : colon + 1;
  return { field: line.slice(0, colon), value: line.slice(start) };
}

/**
 * Cuts text into lines at LF, CR and CRLF. Only new text is looked through, so a
 * line that arrives in many pieces costs its length and not its square.
 */
function createLineSplitter(): { push(text: string): string[] } {
  let isStart = true;
  let isAfterCr = false;
  let partial = "";

  return {
    push(text) {
      if (text === "") return [];
      let from = isStart && text.startsWith("\uFEFF") ? 1 : 0;
      isStart = false;
      if (isAfterCr && text.startsWith("\n")) from = 1;
      isAfterCr = text.endsWith("\r");

      const lines: string[] = [];
      const breaks = /\r\n|\r|\n/g;
      breaks.lastIndex = from;
      for (
        let found = breaks.exec(text);
        found !== null;
        found = breaks.exec(text)
      ) {
        lines.push(partial + text.slice(from, found.index));
        partial = "";
        from = breaks.lastIndex;
      }
      partial += text.slice(from);
      return lines;
    },
  };
}
