import { Readable } from "node:stream";
import type { SessionsApi } from "@agent-studio/harness";
import { ROUTES } from "@agent-studio/shared";
import type { FastifyInstance, FastifyReply } from "fastify";
import { contentDisposition } from "../http/content-disposition.ts";
import { contractRoute, hijackedRoute } from "../http/contract-route.ts";
import { Refusal } from "../http/refusal.ts";
import { eventLines } from "../stream/event-lines.ts";
import type { StreamHub } from "../stream/stream-hub.ts";
import { placeOf } from "../stream/stream-place.ts";
import { ownSession } from "./own-session.ts";

/** What happened in a session: as a stream and as a download. */
export function registerEventRoutes(
  app: FastifyInstance,
  sessions: SessionsApi,
  hub: StreamHub,
): void {
  hijackedRoute(app, ROUTES.streamEvents, async (call) => {
    const lastEventId = call.request.headers["last-event-id"];
    const cursor = placeOf({
      lastEventId: Array.isArray(lastEventId)
        ? lastEventId.join(", ")
        : lastEventId,
      afterSequence: call.query.afterSequence,
    });
    const { sessionId, reader } = ownSession(sessions, call);
    const limit = hub.limitReached(call.viewerId);
    if (limit !== undefined)
      throw new Refusal(
        "LIMIT_REACHED",
        `You have ${limit} open streams, which is the limit. Close some, then try again.`,
        { details: { limit } },
      );
    const location = await reader.locate(cursor);
    call.reply.hijack();
    hub.watch({
      viewerId: call.viewerId,
      sessionId,
      reader,
      cursor,
      location,
      tab: call.query.tab,
      response: call.reply.raw,
      headers: headersOf(call.reply),
    });
  });

  contractRoute(app, ROUTES.downloadEvents).handle((call) => {
    const { sessionId, reader } = ownSession(sessions, call);
    return {
      status: 200,
      bytes: Readable.from(eventLines(reader)),
      mediaType: "application/jsonl; charset=utf-8",
      headers: {
        "content-disposition": contentDisposition(
          "attachment",
          `${sessionId}.events.jsonl`,
        ),
      },
    };
  });
}

function headersOf(
  reply: FastifyReply,
): Record<string, string | string[] | number> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}
