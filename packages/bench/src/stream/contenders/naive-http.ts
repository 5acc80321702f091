/** What is written first, everywhere: an emitter, a listener for each watcher, and nobody asks whether the socket is full. */
import { EventEmitter } from "node:events";
import { encodeEventFrame, RETRY_FRAME } from "@agent-studio/shared";
import type { HarnessEvent } from "@agent-studio/shared";
import type { CreateContender } from "../contender.ts";
import { askedFor, KeptSessions, placeById } from "./kept-sessions.ts";
import { listen, SSE_HEADERS } from "./listening-server.ts";

export const createNaiveHttp: CreateContender = async () => {
  const sessions = new KeptSessions<HarnessEvent, never>();
  const emitter = new EventEmitter().setMaxListeners(0);
  const listening = await listen((request, response) => {
    const lastEventId = request.headers["last-event-id"];
    const { sessionId, after } = askedFor(request.url ?? "", lastEventId);
    response.writeHead(200, SSE_HEADERS);
    response.write(RETRY_FRAME);
    const send = (event: HarnessEvent): void => {
      response.write(encodeEventFrame(event));
    };
    const { kept } = sessions.get(sessionId);
    kept.filter(({ sequence }) => sequence > after).forEach(send);
    emitter.on(sessionId, send);
    response.once("close", () => emitter.off(sessionId, send));
  });
  return {
    ...listening,
    async create(sessionId) {
      sessions.create(sessionId);
    },
    publish(sessionId, input) {
      const session = sessions.get(sessionId);
      const event = session.number(input);
      session.kept.push(event);
      emitter.emit(sessionId, event);
    },
    place: async (sessionId, after) => placeById(sessionId, after),
  };
};
