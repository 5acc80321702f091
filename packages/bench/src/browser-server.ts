/**
 * The real server with one thing changed: the event stream of a session is ours. Everything else, the page with its
 * headers and the API, goes through to it.
 */
import { createServer, request } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";

export interface StreamServer {
  readonly address: string;
  /** From now on streams begin with this text; those that are open end. */
  begin(sessionLength: number, frames: () => string): void;
  /** Writes to the streams that are open; resolves when the browser has taken it. */
  write(frames: string): Promise<void>;
  stop(): Promise<void>;
}

/** Stands before the server at `target` on a port of its own. */
export async function startStreamServer(target: string): Promise<StreamServer> {
  const streams = new Set<ServerResponse>();
  let length = 0;
  let opening = (): string => "";
  const server = createServer((asked, answer) => {
    const path = new URL(asked.url ?? "/", target).pathname;
    if (/^\/api\/sessions\/[^/]+\/events$/.test(path)) {
      answer.writeHead(200, {
        "content-type": "text/event-stream",
        "cache-control": "no-store",
      });
      answer.write(`retry: 1000\n\n${opening()}`);
      streams.add(answer);
      answer.once("close", () => streams.delete(answer));
      return;
    }
    pass(target, asked, answer, () => length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" ? (bound?.port ?? 0) : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    begin(sessionLength, frames) {
      length = sessionLength;
      opening = frames;
      for (const stream of streams) stream.end();
    },
    async write(frames) {
      for (const stream of streams) {
        if (!stream.write(frames)) await once(stream, "drain");
      }
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Hands a request on under the server's own name, and says of each session that its log is so long. */
function pass(
  target: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  length: () => number,
): void {
  const { host } = new URL(target);
  const headers = { ...asked.headers, host, "accept-encoding": "identity" };
  if (headers.origin !== undefined) headers.origin = target;
  const onward = request(
    new URL(asked.url ?? "/", target),
    { method: asked.method ?? "GET", headers },
    (reply) => void hand(reply, answer, length),
  );
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
}

async function hand(
  reply: IncomingMessage,
  answer: ServerResponse,
  length: () => number,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { "transfer-encoding": _, ...headers } = reply.headers;
  const isJson = /json/.test(headers["content-type"] ?? "");
  const sent = isJson
    ? Buffer.from(
        body
          .toString()
          .replaceAll(/"lastSequence":\d+/g, `"lastSequence":${length()}`),
      )
    : body;
  answer.writeHead(reply.statusCode ?? 502, {
    ...headers,
    "content-length": sent.length,
  });
  answer.end(sent);
}
