/**
 * The measure of all: what Node's own server costs when nobody does anything twice. Each event is written down once,
 * and the same bytes go to every watcher; a replay goes out in blocks and waits for the socket.
 */
import type { ServerResponse } from "node:http";
import { encodeEventFrame, RETRY_FRAME } from "@agent-studio/shared";
import type { CreateContender } from "../contender.ts";
import { askedFor, KeptSessions, placeById } from "./kept-sessions.ts";
import { listen, SSE_HEADERS } from "./listening-server.ts";

const BLOCK_BYTES = 64 * 1024;

export const createRawHttp: CreateContender = async () => {
  const sessions = new KeptSessions<Buffer, ServerResponse>();
  const listening = await listen((request, response) => {
    const lastEventId = request.headers["last-event-id"];
    const asked = askedFor(request.url ?? "", lastEventId);
    const { kept, watchers } = sessions.get(asked.sessionId);
    response.writeHead(200, SSE_HEADERS);
    response.write(RETRY_FRAME);
    response.once("close", () => watchers.delete(response));
    void replay(response, kept, asked.after).then(() => watchers.add(response));
  });
  return {
    ...listening,
    async create(sessionId) {
      sessions.create(sessionId);
    },
    publish(sessionId, event) {
      const session = sessions.get(sessionId);
      const frame = Buffer.from(encodeEventFrame(session.number(event)));
      session.kept.push(frame);
      for (const watcher of session.watchers) watcher.write(frame);
    },
    place: async (sessionId, after) => placeById(sessionId, after),
  };
};

/** Resolves in the turn in which the last frame that there is was written, so that live events follow it. */
async function replay(
  response: ServerResponse,
  frames: readonly Buffer[],
  after: number,
): Promise<void> {
  let next = after;
  while (next < frames.length && !response.destroyed) {
    const block: Buffer[] = [];
    let bytes = 0;
    for (; next < frames.length && bytes < BLOCK_BYTES; next += 1) {
      const frame = frames[next] ?? Buffer.alloc(0);
      block.push(frame);
      bytes += frame.length;
    }
    if (response.write(Buffer.concat(block, bytes))) continue;
    await drained(response);
  }
}

/** Resolves when the socket took what was written, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
