import { fastifySSE } from "@fastify/sse";
import { fastify } from "fastify";
import type { FastifyReply } from "fastify";
import type { HarnessEvent } from "@agent-studio/shared";
import type { CreateContender } from "../contender.ts";
import { askedFor, KeptSessions, placeById } from "./kept-sessions.ts";
import { portOf } from "./listening-server.ts";

type Watcher = FastifyReply["sse"];

const messageOf = (event: HarnessEvent) => ({
  id: event.eventId,
  event: event.type,
  data: event,
});

/** A message to each watcher as its documentation shows it; it hands out the last id, and the app replays. */
export const createFastifySse: CreateContender = async () => {
  const sessions = new KeptSessions<HarnessEvent, Watcher>();
  const app = fastify({ logger: false, forceCloseConnections: true });
  await app.register(fastifySSE);
  app.get("/sessions/:id", { sse: "only" }, async (request, reply) => {
    const lastEventId = request.headers["last-event-id"];
    const asked = askedFor(request.url, lastEventId);
    const { kept, watchers } = sessions.get(asked.sessionId);
    const watcher = reply.sse;
    watcher.keepAlive();
    await watcher.send({ event: "hello", data: 0 });
    for (let next = asked.after; next < kept.length; next += 1) {
      const event = kept[next];
      if (event !== undefined) await watcher.send(messageOf(event));
    }
    watchers.add(watcher);
    watcher.onClose(() => watchers.delete(watcher));
  });
  await app.listen({ port: 0, host: "127.0.0.1", backlog: 2048 });
  return {
    port: portOf(app.server),
    async create(sessionId) {
      sessions.create(sessionId);
    },
    publish(sessionId, input) {
      const session = sessions.get(sessionId);
      const event = session.number(input);
      session.kept.push(event);
      for (const watcher of session.watchers)
        watcher
          .send(messageOf(event))
          .catch(() => session.watchers.delete(watcher));
    },
    place: async (sessionId, after) => placeById(sessionId, after),
    close: () => app.close(),
  };
};
