import SseChannel from "sse-pubsub";
import type { CreateContender } from "../contender.ts";
import { askedFor, KeptSessions } from "./kept-sessions.ts";
import { listen } from "./listening-server.ts";

const HISTORY = 250_000;
const LONG_MS = 600_000;

/** It numbers and keeps events itself, and replays by count. */
export const createSsePubsub: CreateContender = async () => {
  const sessions = new KeptSessions<never, never>();
  const channels = new Map<string, SseChannel>();
  const listening = await listen((request, response) => {
    const { sessionId } = askedFor(request.url ?? "", undefined);
    channels.get(sessionId)?.subscribe(request, response);
  });
  return {
    ...listening,
    async create(sessionId) {
      sessions.create(sessionId);
      const channel = new SseChannel({
        historySize: HISTORY,
        pingInterval: LONG_MS,
        maxStreamDuration: LONG_MS,
      });
      channels.set(sessionId, channel);
    },
    publish(sessionId, input) {
      const event = sessions.get(sessionId).number(input);
      channels.get(sessionId)?.publish(event, event.type);
    },
    place: async (sessionId, after) => ({
      path: `/sessions/${sessionId}`,
      headers: { "last-event-id": String(after) },
    }),
    async close() {
      for (const channel of channels.values()) channel.close();
      await listening.close();
    },
  };
};
