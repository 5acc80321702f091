import type { SessionsApi } from "@agent-studio/harness";
import { JsonValueSchema, ROUTES } from "@agent-studio/shared";
import type { FastifyInstance } from "fastify";
import { contractRoute } from "../http/contract-route.ts";
import { notFound } from "../http/refusal.ts";
import { ownSession } from "./own-session.ts";

/** What starts, shows and stops work in a session. */
export function registerRunRoutes(
  app: FastifyInstance,
  sessions: SessionsApi,
): void {
  contractRoute(app, ROUTES.sendMessage).handle(async (call) => ({
    status: 202,
    body: await ownSession(sessions, call).sendMessage(call.body, call.origin),
  }));

  contractRoute(app, ROUTES.listRuns).handle((call) => ({
    status: 200,
    body: { runs: [...ownSession(sessions, call).runs()] },
  }));

  contractRoute(app, ROUTES.getRun).handle((call) => {
    const found = ownSession(sessions, call).run(call.params.runId);
    if (found === undefined) throw notFound("RUN_NOT_FOUND");
    return { status: 200, body: { run: found.run, steps: [...found.steps] } };
  });

  contractRoute(app, ROUTES.cancelRun).handle(async (call) => {
    const { run, effective } = await ownSession(sessions, call).cancelRun(
      call.params.runId,
      call.origin,
    );
    return effective
      ? { status: 202, body: { run } }
      : { status: 200, body: { run } };
  });

  contractRoute(app, ROUTES.runAction).handle(async (call) => {
    const input = JsonValueSchema.parse(call.body.input ?? {});
    const result = await ownSession(sessions, call).runAction(
      call.params.name,
      input,
      call.origin,
    );
    return { status: 200, body: { result } };
  });
}
