import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";

export const SSE_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
} as const;

export interface ListeningServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A server of Node on a free port of the loopback. */
export async function listen(
  answer: RequestListener,
): Promise<ListeningServer> {
  const server = createServer(answer);
  server.listen({ port: 0, host: "127.0.0.1", backlog: 2048 });
  await once(server, "listening");
  return {
    port: portOf(server),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Where a server listens. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server listens on no port.");
  return address.port;
}
