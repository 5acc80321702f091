/**
 * Frames of `text/event-stream`. Writing: one frame an event, and nothing that a
 * model, a tool or a file name contains can start a field of its own. Reading:
 * the rules of the HTML standard, on text that arrives in any pieces.
 */
import type { HarnessEvent } from "./event.ts";

/** Sent once at the start: how long a browser waits before it comes back. */
export const RETRY_FRAME = "retry: 1000\n\n";

const LINE_BREAK = /\r\n|\r|\n/;

// eslint's no-control-regex is right in general, so control characters are looked for one by one.
function singleLine(what: string, text: string): string {
  if (text.includes("\r") || text.includes("\n") || text.includes("\0")) {
    throw new TypeError(`${what} of a frame must be one line without NUL.`);
  }
  return text;
}

function encodeData(data: string): string {
  return data
    .split(LINE_BREAK)
    .map((line) => `data: ${line}\n`)
    .join("");
}

/** The frame of an event: its id, its type and the whole event as one line of JSON. Throws if id or type holds CR, LF or NUL. */
export function encodeEventFrame(event: HarnessEvent): string {
  const id = singleLine("The id", event.eventId);
  const type = singleLine("The event name", event.type);
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/**
 * A frame without an id, which therefore moves no cursor: `stream.reset`,
 * `stream.paused`. Text is sent as it is, in as many data lines as it has lines;
 * anything else as JSON. Throws if the name holds CR, LF or NUL.
 */
export function encodeSignalFrame(event: string, data: unknown): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `event: ${singleLine("The event name", event)}\n${encodeData(text)}\n`;
}

/** A comment: keeps the line open and fires nothing. Throws if it holds CR, LF or NUL. */
export function encodeComment(text: string): string {
  return `: ${singleLine("A comment", text)}\n\n`;
}
