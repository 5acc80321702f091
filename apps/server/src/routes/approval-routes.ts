import type { SessionsApi } from "@agent-studio/harness";
import {
  ROUTES,
  type Approval,
  type ApprovalStatus,
} from "@agent-studio/shared";
import type { FastifyInstance } from "fastify";
import { contractRoute } from "../http/contract-route.ts";
import { ownSession } from "./own-session.ts";

/** Questions to a person, and their answers. */
export function registerApprovalRoutes(
  app: FastifyInstance,
  sessions: SessionsApi,
): void {
  contractRoute(app, ROUTES.listAllApprovals).handle(({ query, viewerId }) => {
    const all = sessions
      .list(viewerId)
      .flatMap((session) => session.approvals());
    return { status: 200, body: { approvals: withStatus(all, query.status) } };
  });

  contractRoute(app, ROUTES.listApprovals).handle((call) => ({
    status: 200,
    body: {
      approvals: withStatus(
        ownSession(sessions, call).approvals(),
        call.query.status,
      ),
    },
  }));

  contractRoute(app, ROUTES.approve).handle(async (call) => {
    const session = ownSession(sessions, call);
    return {
      status: 200,
      body: {
        approval: await session.approve(
          call.params.approvalId,
          call.body,
          call.origin,
        ),
      },
    };
  });

  contractRoute(app, ROUTES.deny).handle(async (call) => {
    const session = ownSession(sessions, call);
    return {
      status: 200,
      body: {
        approval: await session.deny(
          call.params.approvalId,
          call.body,
          call.origin,
        ),
      },
    };
  });
}

function withStatus(
  approvals: readonly Approval[],
  status: ApprovalStatus | undefined,
): Approval[] {
  return approvals.filter(
    (approval) => status === undefined || approval.status === status,
  );
}
