import type { SessionsApi } from "@agent-studio/harness";
import { ROUTES } from "@agent-studio/shared";
import type { FastifyInstance, FastifyReply } from "fastify";
import { contractRoute } from "../http/contract-route.ts";
import { ownSession } from "./own-session.ts";

const TEST_LIMIT_MS = 30_000;

/** The model of a session. */
export function registerModelRoutes(
  app: FastifyInstance,
  sessions: SessionsApi,
): void {
  contractRoute(app, ROUTES.setModel).handle(async (call) => ({
    status: 200,
    body: {
      connection: await ownSession(sessions, call).configureModel(
        call.body,
        call.origin,
      ),
    },
  }));

  contractRoute(app, ROUTES.getModel).handle((call) => ({
    status: 200,
    body: { connection: ownSession(sessions, call).model() },
  }));

  contractRoute(app, ROUTES.clearModel).handle(async (call) => {
    await ownSession(sessions, call).clearModel(call.origin);
    return { status: 204 };
  });

  contractRoute(app, ROUTES.testModel).handle(async (call) => ({
    status: 200,
    body: await ownSession(sessions, call).testModel(
      untilGoneOrLate(call.reply),
    ),
  }));
}

/** Nobody waits for a test whose asker left, or for one that hangs. */
function untilGoneOrLate(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  return AbortSignal.any([gone.signal, AbortSignal.timeout(TEST_LIMIT_MS)]);
}
