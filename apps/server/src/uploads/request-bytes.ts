import type { IncomingMessage } from "node:http";
import type { UploadPace } from "./upload-pace.ts";
import { cutUpload, malformedUpload } from "./upload-refusal.ts";

export interface RequestBytesOptions {
  readonly pace: UploadPace;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/**
 * The body of a request, everything that has come at a time. Throws a refusal when the sender is too slow or leaves.
 * Giving it back (`return`) leaves the request as it is, so that it can still be answered.
 */
export async function* requestBytes(
  request: IncomingMessage,
  { pace, now }: RequestBytesOptions,
): AsyncGenerator<Buffer, void> {
  for (;;) {
    const since = now();
    const chunk = await nextChunk(request, pace.leftMs);
    if (chunk === null) return;
    pace.waited(now() - since, chunk.length);
    yield chunk;
  }
}

const EVENTS = ["readable", "end", "error", "close"] as const;

/** Everything that waits to be read, however small the pieces were in which it came; null at the end. */
function nextChunk(
  request: IncomingMessage,
  limitMs: number,
): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const chunk = request.read() as Buffer | null;
      if (chunk !== null || request.readableEnded) settle(() => resolve(chunk));
      else if (request.destroyed) settle(() => reject(cutUpload()));
    };
    const timer = setTimeout(
      () => settle(() => reject(slowUpload())),
      Math.max(0, limitMs),
    );
    const settle = (how: () => void): void => {
      clearTimeout(timer);
      for (const event of EVENTS) request.off(event, look);
      how();
    };
    for (const event of EVENTS) request.on(event, look);
    look();
  });
}

function slowUpload() {
  return malformedUpload(
    "The upload came in too slowly. Send it again, or send a smaller file.",
  );
}
