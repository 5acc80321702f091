import type { SessionsApi } from "@agent-studio/harness";
import { ROUTES } from "@agent-studio/shared";
import type { FastifyInstance } from "fastify";
import { contractRoute } from "../http/contract-route.ts";

/** What there is to choose from: labs, skills, models. */
export function registerCatalogRoutes(
  app: FastifyInstance,
  sessions: SessionsApi,
): void {
  contractRoute(app, ROUTES.listLabs).handle(() => ({
    status: 200,
    body: { labs: [...sessions.labs()] },
  }));

  contractRoute(app, ROUTES.listSkills).handle(async ({ query }) => {
    const { skills, diagnostics } = await sessions.skills(query.labId);
    return {
      status: 200,
      body: { skills: [...skills], diagnostics: [...diagnostics] },
    };
  });

  contractRoute(app, ROUTES.listModelPresets).handle(() => ({
    status: 200,
    body: { presets: [...sessions.presets()] },
  }));
}
