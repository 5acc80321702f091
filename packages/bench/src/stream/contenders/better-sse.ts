import { createChannel, createSession } from "better-sse";
import type { Channel } from "better-sse";
import type { HarnessEvent } from "@agent-studio/shared";
import type { CreateContender } from "../contender.ts";
import { askedFor, KeptSessions, placeById } from "./kept-sessions.ts";
import { listen } from "./listening-server.ts";

/** Channels as its documentation shows them; it hands out the last id, and the app replays. */
export const createBetterSse: CreateContender = async () => {
  const sessions = new KeptSessions<HarnessEvent, never>();
  const channels = new Map<string, Channel>();
  const listening = await listen((request, response) => {
    const lastEventId = request.headers["last-event-id"];
    const { sessionId, after } = askedFor(request.url ?? "", lastEventId);
    void createSession(request, response).then((watcher) => {
      for (const event of sessions.get(sessionId).kept.slice(after))
        watcher.push(event, event.type, event.eventId);
      channels.get(sessionId)?.register(watcher);
    });
  });
  return {
    ...listening,
    async create(sessionId) {
      sessions.create(sessionId);
      channels.set(sessionId, createChannel());
    },
    publish(sessionId, input) {
      const session = sessions.get(sessionId);
      const event = session.number(input);
      session.kept.push(event);
      const { eventId } = event;
      channels.get(sessionId)?.broadcast(event, event.type, { eventId });
    },
    place: async (sessionId, after) => placeById(sessionId, after),
  };
};
