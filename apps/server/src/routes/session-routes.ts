import type { SessionApi, SessionsApi } from "@agent-studio/harness";
import { ROUTES } from "@agent-studio/shared";
import type { FastifyInstance } from "fastify";
import { contractRoute } from "../http/contract-route.ts";
import { invalidInput, notFound } from "../http/refusal.ts";
import { ownSession } from "./own-session.ts";

const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 200;

/** Sessions as a list and one by one. */
export function registerSessionRoutes(
  app: FastifyInstance,
  sessions: SessionsApi,
): void {
  contractRoute(app, ROUTES.createSession).handle(
    async ({ body, viewerId, origin }) => {
      const { labId, title } = body;
      const session = await sessions.create(
        {
          viewerId,
          ...(labId === undefined ? {} : { labId }),
          ...(title === undefined ? {} : { title }),
        },
        origin,
      );
      return { status: 201, body: { session: session.summary() } };
    },
  );

  contractRoute(app, ROUTES.listSessions).handle(({ query, viewerId }) => {
    const page = pageOf(
      sessions.list(viewerId),
      pageSize(query.limit),
      query.before,
    );
    return {
      status: 200,
      body: { sessions: page.map((session) => session.summary()) },
    };
  });

  contractRoute(app, ROUTES.getSession).handle((call) => ({
    status: 200,
    body: { session: ownSession(sessions, call).summary() },
  }));

  contractRoute(app, ROUTES.updateSession).handle(async (call) => ({
    status: 200,
    body: {
      session: await ownSession(sessions, call).update(call.body, call.origin),
    },
  }));

  contractRoute(app, ROUTES.deleteSession).handle(
    async ({ params, viewerId, origin }) => {
      if (!(await sessions.delete(params.sessionId, viewerId, origin)))
        throw notFound("SESSION_NOT_FOUND");
      return { status: 204 };
    },
  );

  contractRoute(app, ROUTES.getSnapshot).handle((call) => ({
    status: 200,
    json: ownSession(sessions, call).snapshot(),
  }));
}

function pageSize(limit: string | undefined): number {
  const size = limit === undefined ? DEFAULT_PAGE : Number(limit);
  if (size >= 1 && size <= LARGEST_PAGE) return size;
  throw invalidInput([
    { path: ["limit"], message: `must be between 1 and ${LARGEST_PAGE}` },
  ]);
}

function pageOf(
  list: readonly SessionApi[],
  size: number,
  before: string | undefined,
): readonly SessionApi[] {
  if (before === undefined) return list.slice(0, size);
  const index = list.findIndex((session) => session.sessionId === before);
  if (index < 0)
    throw invalidInput([
      { path: ["before"], message: "must be a session of the list" },
    ]);
  return list.slice(index + 1, index + 1 + size);
}
