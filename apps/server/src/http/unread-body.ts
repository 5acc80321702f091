/** What a client still sends after it was answered. */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

export interface UnreadBodyLimits {
  readonly bytes: number;
  readonly ms: number;
}

/** More than any honest request has, and time enough to notice an answer. */
export const UNREAD_BODY_LIMITS: UnreadBodyLimits = {
  bytes: 32 * 1024 * 1024,
  ms: 20_000,
};

/**
 * Reads on, in bounds, when a request was answered before its body was there, and closes the connection beyond them.
 * A connection closed at once would lose the answer for a client that reads only after it has sent everything.
 */
export function registerUnreadBody(
  app: FastifyInstance,
  limits: UnreadBodyLimits,
): void {
  app.addHook("onResponse", ({ raw: request }, _reply, done) => {
    if (!request.complete && !request.destroyed) readOn(request, limits);
    done();
  });
}

function readOn(request: IncomingMessage, limits: UnreadBodyLimits): void {
  const { socket } = request;
  const close = () => socket.destroy();
  const timer = setTimeout(close, limits.ms).unref();
  let left = limits.bytes;
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) close();
  });
  request.once("close", () => clearTimeout(timer));
  request.once("end", () => clearTimeout(timer));
  request.resume();
}
