/** The HTTP side of the studio: every route, guard and stream over whatever serves the sessions. */
import { hostname } from "node:os";
import type { SessionsApi } from "@agent-studio/harness";
import { ROUTES, type RouteContract } from "@agent-studio/shared";
import { fastify, LogController, type FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { createBrokenConnections } from "./http/broken-connection.ts";
import { canonicalTarget } from "./http/canonical-path.ts";
import { sendFailure } from "./http/error-answer.ts";
import { registerFrontDoor } from "./http/front-door.ts";
import { BODY_LIMIT_BYTES, registerJsonBody } from "./http/json-body.ts";
import { notFound } from "./http/refusal.ts";
import { createRequestId } from "./http/request-id.ts";
import { registerRequestLog } from "./http/request-log.ts";
import { createRouteTable } from "./http/route-table.ts";
import { createServerAddress } from "./http/server-address.ts";
import {
  registerUnreadBody,
  UNREAD_BODY_LIMITS,
  type UnreadBodyLimits,
} from "./http/unread-body.ts";
import { registerServerTiming } from "./metrics/server-timing.ts";
import { createLoadMeter, type LoadMeter } from "./metrics/load-meter.ts";
import { buildOpenApiDocument } from "./openapi/openapi-document.ts";
import { readBuiltPages } from "./pages/built-pages.ts";
import { registerApprovalRoutes } from "./routes/approval-routes.ts";
import { registerArtifactRoutes } from "./routes/artifact-routes.ts";
import { registerAttachmentRoutes } from "./routes/attachment-routes.ts";
import { registerCatalogRoutes } from "./routes/catalog-routes.ts";
import { registerEventRoutes } from "./routes/event-routes.ts";
import { registerModelRoutes } from "./routes/model-routes.ts";
import { registerPageRoutes } from "./routes/page-routes.ts";
import { registerRunRoutes } from "./routes/run-routes.ts";
import { registerServiceRoutes } from "./routes/service-routes.ts";
import { registerSessionRoutes } from "./routes/session-routes.ts";
import { registerViewerRoutes } from "./routes/viewer-routes.ts";
import { StreamHub } from "./stream/stream-hub.ts";
import { STREAM_LIMITS, type StreamLimits } from "./stream/stream-limits.ts";
import { registerUploadBody } from "./uploads/upload-body.ts";
import { UPLOAD_LIMITS, type UploadLimits } from "./uploads/upload-limits.ts";
import { viewerCookieName } from "./viewers/viewer-cookie.ts";
import { ViewerGate } from "./viewers/viewer-gate.ts";
import type { ViewerRegistry } from "./viewers/viewer-registry.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The address that people open, without a slash at the end. */
    printedAddress(): string;
  }
}

export interface AppOptions {
  /** Closed with the app. */
  readonly sessions: SessionsApi;
  readonly viewers: ViewerRegistry;
  readonly config: Pick<
    Config,
    "host" | "port" | "exposed" | "accessCode" | "allowedOrigins" | "logLevel"
  >;
  /** Folder of the built web app. */
  readonly webRoot: string;
  readonly version: string;
  /** Milliseconds since the epoch; the system's clock by default. */
  readonly now?: () => number;
  readonly streamLimits?: Partial<StreamLimits>;
  readonly uploadLimits?: Partial<UploadLimits>;
  readonly unreadBody?: Partial<UnreadBodyLimits>;
  readonly timeouts?: Partial<ConnectionTimeouts>;
  /** Where log lines go; standard output by default. */
  readonly logStream?: { write(line: string): void };
}

export interface ConnectionTimeouts {
  /** Until the headers of a request are there. */
  readonly headersMs: number;
  /** Until a whole request is there; streams are answers and not meant. */
  readonly requestMs: number;
  readonly keepAliveMs: number;
  /** How often the first two are looked at. */
  readonly checkMs: number;
}

const TIMEOUTS: ConnectionTimeouts = {
  headersMs: 15_000,
  // An upload has a limit of its own, which is a little less.
  requestMs: 120_000,
  keepAliveMs: 72_000,
  checkMs: 5_000,
};
const MAX_PARAM_LENGTH = 2048;
/** What an answer that is under way gets when everything else has ended. */
const LAST_ANSWERS_MS = 500;

/** Builds the app; it serves when it listens, and closing it closes the sessions and ends every stream. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { sessions, viewers, config, now = Date.now } = options;
  const pages = await readBuiltPages(options.webRoot);
  const connections = createBrokenConnections();
  const app = createServer(options, connections.handle);
  connections.watch(app);
  const address = createServerAddress({
    ...config,
    server: app.server,
    machineName: hostname(),
  });
  const port = () => address.own().port;
  const gate = new ViewerGate({ ...config, viewers, now, port });
  const limits = { ...STREAM_LIMITS, ...options.streamLimits };
  const hub = new StreamHub({ limits, now });
  const meter = createLoadMeter(() => sessions.metrics().eventsAppended);
  const lifecycle = { shuttingDown: false };
  const contracts = Object.values<RouteContract>(ROUTES);

  app.decorate("printedAddress", () => address.printed());
  registerFrontDoor(app, {
    address,
    gate,
    table: createRouteTable(
      contracts,
      (path) => pages.find(path) !== undefined,
    ),
    allowedOrigins: config.allowedOrigins,
    isShuttingDown: () => lifecycle.shuttingDown,
  });
  registerServerTiming(app);
  registerJsonBody(app);
  registerUploadBody(app);
  registerUnreadBody(app, { ...UNREAD_BODY_LIMITS, ...options.unreadBody });
  registerRequestLog(app);
  app.setErrorHandler(sendFailure);
  app.setNotFoundHandler((request, reply) =>
    sendFailure(notFound("ROUTE_NOT_FOUND"), request, reply),
  );
  registerRoutes(app, { ...options, now, gate, hub, meter, port });
  registerPageRoutes(app, pages, address);
  app.addHook("preClose", async () => {
    lifecycle.shuttingDown = true;
    await sessions.close();
    await hub.close();
    viewers.close();
    meter.stop();
    setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS).unref();
  });
  return app;
}

interface RouteParts extends AppOptions {
  readonly now: () => number;
  readonly gate: ViewerGate;
  readonly hub: StreamHub;
  readonly meter: LoadMeter;
  readonly port: () => number;
}

function registerRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { sessions, viewers, gate, hub, version, port } = parts;
  const openApiDocument = () =>
    buildOpenApiDocument({
      routes: ROUTES,
      version,
      cookieName: viewerCookieName(port()),
    });
  registerServiceRoutes(app, { ...parts, openApiDocument });
  registerViewerRoutes(app, { gate, viewers });
  registerCatalogRoutes(app, sessions);
  registerSessionRoutes(app, sessions);
  registerRunRoutes(app, sessions);
  registerApprovalRoutes(app, sessions);
  registerModelRoutes(app, sessions);
  registerArtifactRoutes(app, sessions);
  registerAttachmentRoutes(app, sessions, {
    limits: { ...UPLOAD_LIMITS, ...parts.uploadLimits },
    now: () => performance.now(),
  });
  registerEventRoutes(app, sessions, hub);
}

type ConnectionErrorHandler = ReturnType<
  typeof createBrokenConnections
>["handle"];

function createServer(
  options: AppOptions,
  clientErrorHandler: ConnectionErrorHandler,
): FastifyInstance {
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const { logLevel } = options.config;
  return fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    clientErrorHandler,
    frameworkErrors: sendFailure,
    genReqId: createRequestId,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      // Answered by the front door, with a body.
      requireHostHeader: false,
    },
    keepAliveTimeout: timeouts.keepAliveMs,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    logger:
      logLevel === "silent"
        ? false
        : {
            level: logLevel,
            ...(options.logStream ? { stream: options.logStream } : {}),
          },
    requestTimeout: timeouts.requestMs,
    // While it closes, the front door refuses with the one error body.
    return503OnClosing: false,
    rewriteUrl: (request) => canonicalTarget(request.url ?? "/"),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    exposeHeadRoutes: false,
  });
}
