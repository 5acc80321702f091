/** A server of a few sessions, as far as the list of sessions needs one. */
import { createApiError } from "@agent-studio/shared";
import type {
  ApiErrorCode,
  Approval,
  SessionSummary,
} from "@agent-studio/shared";
import { aConnection } from "@agent-studio/shared/testing";
import { createApiClient } from "../../src/client/api-client.ts";
import { bodyOf } from "./request-body.ts";

const LAB = {
  labId: "ads-report",
  title: { "zh-CN": "广告报告", en: "Ads report" },
  description: { "zh-CN": "", en: "" },
  demoPrompt: { "zh-CN": "", en: "" },
  tools: [],
  actions: [],
};

/** A session of this name, with whatever a test wants to be different. */
export function aSession(
  name: string,
  overrides: Partial<SessionSummary> = {},
): SessionSummary {
  return {
    sessionId: `ses_${name.padEnd(16, "0")}`,
    labId: "ads-report",
    title: name,
    createdAt: "2026-01-01T12:00:00.000Z",
    updatedAt: "2026-01-01T12:00:00.000Z",
    status: "idle",
    model: null,
    trust: false,
    pendingApprovals: 0,
    lastSequence: 1,
    ...overrides,
  };
}

export interface FakeStudioServer {
  readonly api: ReturnType<typeof createApiClient>;
  /** Method and path, ids left out; of the whole address where a test asks for it. */
  readonly requests: string[];
  readonly addresses: string[];
  readonly bodies: unknown[];
  readonly keptAlive: boolean[];
  sessions: readonly SessionSummary[];
  approvals: readonly Approval[];
}

export interface FakeStudioServerOptions {
  readonly sessions?: readonly SessionSummary[];
  /** Answers a request with an error instead. */
  readonly refuse?: (request: string, body: unknown) => ApiErrorCode | null;
  readonly retryAfter?: string;
}

/** A server that keeps what it is told. */
export function createStudioServer(
  options: FakeStudioServerOptions = {},
): FakeStudioServer {
  const server: FakeStudioServer = {
    requests: [],
    addresses: [],
    bodies: [],
    keptAlive: [],
    sessions: options.sessions ?? [],
    approvals: [],
    api: createApiClient({
      fetch: async (url, init) => {
        const request = `${init.method ?? ""} ${shortened(url)}`;
        const body = bodyOf(init);
        server.requests.push(request);
        server.addresses.push(url);
        server.bodies.push(body);
        server.keptAlive.push(init.keepalive === true);
        const code = options.refuse?.(request, body) ?? null;
        if (code === null) return answer(server, request, url);
        const headers =
          options.retryAfter === undefined
            ? {}
            : { "retry-after": options.retryAfter };
        return refusal(code, code === "RATE_LIMITED" ? 429 : 401, headers);
      },
    }),
  };
  return server;
}

function shortened(url: string): string {
  return (url.split("?")[0] ?? "")
    .replace(/^\/api\/sessions\/[^/]+$/, "session")
    .replace(/^\/api\/sessions\/[^/]+\//, "");
}

function refusal(
  code: ApiErrorCode,
  status: number,
  headers: Record<string, string> = {},
): Response {
  const body = createApiError(code, "No.", "req_0");
  return Response.json(body, { status, headers });
}

function answer(
  server: FakeStudioServer,
  request: string,
  url: string,
): Response {
  const found = server.sessions.find(({ sessionId }) =>
    url.startsWith(`/api/sessions/${sessionId}`),
  );
  switch (request) {
    case "POST /api/viewer":
      return Response.json(
        { viewerId: "viw_0000000000000000" },
        { status: 201 },
      );
    case "GET /api/labs":
      return Response.json({ labs: [LAB] });
    case "GET /api/model-presets":
      return Response.json({ presets: [] });
    case "GET /api/sessions":
      return page(server, new URL(url, "http://host").searchParams);
    case "GET /api/approvals":
      return Response.json({ approvals: server.approvals });
    case "POST /api/sessions": {
      const session = aSession("fresh");
      server.sessions = [session, ...server.sessions];
      return Response.json({ session }, { status: 201 });
    }
    default:
      return found === undefined
        ? refusal("SESSION_NOT_FOUND", 404)
        : ofSession(server, request, found);
  }
}

function ofSession(
  server: FakeStudioServer,
  request: string,
  session: SessionSummary,
): Response {
  if (request === "PUT model-config") {
    return Response.json({ connection: aConnection() });
  }
  if (request === "DELETE session") {
    server.sessions = server.sessions.filter((other) => other !== session);
    return new Response(null, { status: 204 });
  }
  if (request !== "PATCH session") return Response.json({ session });
  const body = server.bodies.at(-1);
  const renamed = { ...session, ...(typeof body === "object" ? body : {}) };
  server.sessions = server.sessions.map((other) =>
    other === session ? renamed : other,
  );
  return Response.json({ session: renamed });
}

function page(server: FakeStudioServer, query: URLSearchParams): Response {
  const before = query.get("before");
  const start =
    before === null
      ? 0
      : server.sessions.findIndex((one) => one.sessionId === before) + 1;
  if (before !== null && start === 0) return refusal("VALIDATION_FAILED", 400);
  const limit = Number(query.get("limit") ?? "100");
  return Response.json({
    sessions: server.sessions.slice(start, start + limit),
  });
}
