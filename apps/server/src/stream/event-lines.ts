import { setImmediate } from "node:timers/promises";
import type { EventReader } from "@agent-studio/harness";

const PAGE_BYTES = 256 * 1024;
const DATA = Buffer.from("\ndata: ");
const NEWLINE = 0x0a;

/**
 * The retained events up to now, one line of JSON each, in pages, a turn of the loop for each. Throws in the middle when retention overtakes the
 * reading: a cut download is better than one with a hole.
 */
export async function* eventLines(reader: EventReader): AsyncGenerator<Buffer> {
  const until = reader.latestSequence;
  let after = reader.oldestSequence - 1;
  while (after < until) {
    const page = await reader.read(after, PAGE_BYTES);
    if (page.frames.length === 0) return;
    yield dataLines(page.frames);
    after = page.last;
    // A client that reads as fast as this is written would otherwise have the loop to itself.
    await setImmediate();
  }
}

/** The JSON of each frame with a newline after it: a frame is `id`, `event` and `data`, a line each. */
function dataLines(frames: Buffer): Buffer {
  const lines: Buffer[] = [];
  for (let at = frames.indexOf(DATA); at >= 0; at = frames.indexOf(DATA, at)) {
    const start = at + DATA.length;
    const end = frames.indexOf(NEWLINE, start) + 1;
    lines.push(frames.subarray(start, end));
    at = end;
  }
  return Buffer.concat(lines);
}
