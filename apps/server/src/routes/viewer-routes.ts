import { ROUTES } from "@agent-studio/shared";
import type { FastifyInstance } from "fastify";
import { contractRoute } from "../http/contract-route.ts";
import type { ViewerGate } from "../viewers/viewer-gate.ts";
import type { ViewerRegistry } from "../viewers/viewer-registry.ts";

export interface ViewerRoutesOptions {
  readonly gate: ViewerGate;
  readonly viewers: ViewerRegistry;
}

/** Becoming a viewer, and making a second browser the same one. */
export function registerViewerRoutes(
  app: FastifyInstance,
  { gate, viewers }: ViewerRoutesOptions,
): void {
  contractRoute(app, ROUTES.createViewer).handle(
    async ({ body, request, reply }) => {
      const { viewerId, token, fresh } = await gate.admit(request, body);
      gate.giveCookie(request, reply, token);
      return fresh
        ? { status: 201, body: { viewerId } }
        : { status: 200, body: { viewerId } };
    },
  );

  contractRoute(app, ROUTES.createViewerLink).handle(async ({ viewerId }) => {
    const { code, expiresAt } = await viewers.createLink(viewerId);
    return {
      status: 201,
      body: { code, expiresAt: new Date(expiresAt).toISOString() },
    };
  });
}
