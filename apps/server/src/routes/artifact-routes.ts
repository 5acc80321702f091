import type { SessionsApi } from "@agent-studio/harness";
import { ROUTES } from "@agent-studio/shared";
import type { FastifyInstance } from "fastify";
import { UNTRUSTED_CONTENT_POLICY } from "../guards/security-headers.ts";
import { contentDisposition } from "../http/content-disposition.ts";
import { contractRoute } from "../http/contract-route.ts";
import { notFound } from "../http/refusal.ts";
import { ownSession } from "./own-session.ts";

/** Files that the agent was allowed to produce. */
export function registerArtifactRoutes(
  app: FastifyInstance,
  sessions: SessionsApi,
): void {
  contractRoute(app, ROUTES.listArtifacts).handle((call) => ({
    status: 200,
    body: { artifacts: [...ownSession(sessions, call).artifacts()] },
  }));

  contractRoute(app, ROUTES.getArtifact).handle(async (call) => {
    const { name } = call.params;
    const artifact = await ownSession(sessions, call).readArtifact(name);
    if (artifact === undefined) throw notFound("ARTIFACT_NOT_FOUND");
    return {
      status: 200,
      bytes: artifact.bytes,
      mediaType: withCharset(artifact.mediaType),
      headers: {
        "content-disposition": contentDisposition("inline", name),
        "content-security-policy": UNTRUSTED_CONTENT_POLICY,
      },
    };
  });
}

/** Artifacts are written as UTF-8; a browser that shows text has to be told. */
function withCharset(mediaType: string): string {
  return mediaType.startsWith("text/") && !mediaType.includes("charset")
    ? `${mediaType}; charset=utf-8`
    : mediaType;
}
