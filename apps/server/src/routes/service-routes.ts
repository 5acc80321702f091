import type { SessionsApi } from "@agent-studio/harness";
import { ROUTES } from "@agent-studio/shared";
import type { FastifyInstance } from "fastify";
import { contractRoute } from "../http/contract-route.ts";
import type { LoadMeter } from "../metrics/load-meter.ts";
import type { StreamHub } from "../stream/stream-hub.ts";

export interface ServiceRoutesOptions {
  readonly sessions: SessionsApi;
  readonly hub: StreamHub;
  readonly meter: LoadMeter;
  readonly version: string;
  /** Builds the document; it names the cookie, so the port has to be known. */
  readonly openApiDocument: () => object;
  readonly now: () => number;
}

/** What the server tells about itself. */
export function registerServiceRoutes(
  app: FastifyInstance,
  options: ServiceRoutesOptions,
): void {
  const { sessions, hub, meter, version, openApiDocument, now } = options;
  const startedAt = now();

  contractRoute(app, ROUTES.health).handle(() => ({
    status: 200,
    body: {
      status: "ok",
      version,
      uptimeMs: Math.max(0, Math.round(now() - startedAt)),
    },
  }));

  let document: Buffer | undefined;
  contractRoute(app, ROUTES.openapi).handle(() => {
    document ??= Buffer.from(JSON.stringify(openApiDocument()));
    return { status: 200, json: document };
  });

  contractRoute(app, ROUTES.metrics).handle(() => {
    const { sessions: open, storeQueue } = sessions.metrics();
    const { loopLagMs, eventsPerSecond } = meter.read();
    return {
      status: 200,
      body: {
        loopLagMs,
        eventsPerSecond,
        openStreams: hub.openStreams,
        storeQueue,
        sessions: open,
      },
    };
  });
}
