import { DurableStreamTestServer } from "@durable-streams/server";
import type { CreateContender } from "../contender.ts";
import { KeptSessions } from "./kept-sessions.ts";

const pathOf = (sessionId: string): string => `/v1/stream/${sessionId}`;

/** Its own log and its own offsets; events are appended in the process, as its handler of a request does. */
export const createDurableStreams: CreateContender = async () => {
  const sessions = new KeptSessions<string, never>();
  const options = { port: 0, host: "127.0.0.1", compression: false };
  const server = new DurableStreamTestServer(options);
  await server.start();
  const encoder = new TextEncoder();
  return {
    port: Number(new URL(server.url).port),
    async create(sessionId) {
      sessions.create(sessionId);
      const response = await fetch(server.url + pathOf(sessionId), {
        method: "PUT",
        headers: { "content-type": "application/json" },
      });
      if (!response.ok) throw new Error(await response.text());
    },
    publish(sessionId, input) {
      const session = sessions.get(sessionId);
      const event = JSON.stringify(session.number(input));
      const added = server.store.append(
        pathOf(sessionId),
        encoder.encode(event),
      );
      if (added instanceof Promise || "message" in added)
        throw new Error("It answers at once where it is asked for nothing.");
      session.kept.push(added.offset);
    },
    async place(sessionId, after) {
      const offset = sessions.get(sessionId).kept[after - 1] ?? "-1";
      const query = new URLSearchParams({ live: "sse", offset });
      return { path: `${pathOf(sessionId)}?${query.toString()}`, headers: {} };
    },
    close: () => server.stop(),
  };
};
