/** Answers the page's requests as a server in one certain state would: real routes, made-up data, no network. */
import {
  createApiError,
  createInitialState,
  encodeEventFrame,
  encodeSignalFrame,
  fold,
  ROUTES,
  statusOf,
  summaryOf,
} from "@agent-studio/shared";
import type {
  ApiErrorCode,
  HarnessEvent,
  RouteName,
  SessionSummary,
} from "@agent-studio/shared";
import type { Fetch } from "../client/api-client.ts";
import {
  LABS,
  OTHER_LABS,
  OTHER_SESSIONS,
  PRESETS,
  SKILLS,
} from "./canned-lists.ts";
import { REPORT, SESSION_ID } from "./canned-log.ts";

/** A refusal, and how long it asks to wait. */
export interface Refusal {
  readonly code: ApiErrorCode;
  readonly retryAfterSeconds?: number;
}

export interface ServerState {
  readonly events: readonly HarnessEvent[];
  /** Routes that are refused, that never answer, or that no answer comes from. */
  readonly refused?: Partial<
    Readonly<Record<RouteName, Refusal | "silent" | "unreachable">>
  >;
  /** What the stream does after the events: it stays open, breaks, says that it is paused, or is never answered. */
  readonly stream?: "open" | "broken" | "paused" | "silent";
  /** What the stream is answered with once it has broken. */
  readonly then?: Refusal;
  /** The log goes on beyond what the stream brings: the page is still loading it. */
  readonly unfinished?: boolean;
  /** So many of the last events happen after the page was opened; none by default. */
  readonly live?: number;
  readonly moreSessions?: boolean;
  readonly moreLabs?: boolean;
}

/** A `fetch` that knows one state. */
export function createCannedServer(state: ServerState): Fetch {
  const answers = answersOf(state);
  let streams = 0;
  return (url, init) => {
    const { pathname } = new URL(url, location.origin);
    const name = routeOf(init.method ?? "GET", pathname);
    if (name === undefined)
      return Promise.resolve(refusal({ code: "ROUTE_NOT_FOUND" }));
    if (name === "streamEvents") streams += 1;
    const isAgain = name === "streamEvents" && streams > 1;
    const refused = (isAgain ? state.then : undefined) ?? state.refused?.[name];
    if (refused === "silent") return until(init.signal);
    if (refused === "unreachable") {
      return Promise.reject(new TypeError("There is no network."));
    }
    if (refused !== undefined) return Promise.resolve(refusal(refused));
    const answer = answers[name];
    return answer === undefined
      ? Promise.resolve(refusal({ code: "SESSION_BUSY" }))
      : answer(init);
  };
}

type Answer = (init: RequestInit) => Promise<Response>;

function answersOf(
  state: ServerState,
): Partial<Readonly<Record<RouteName, Answer>>> {
  const { state: folded } = fold(createInitialState(SESSION_ID), state.events);
  const session = summary(state);
  const others = state.moreSessions === true ? OTHER_SESSIONS : [];
  const json =
    (body: object, status = 200): Answer =>
    () =>
      Promise.resolve(Response.json(body, { status }));
  return {
    createViewer: json({ viewerId: "viw_gallery000000001" }, 201),
    listLabs: json({
      labs: state.moreLabs === true ? [...LABS, ...OTHER_LABS] : LABS,
    }),
    listModelPresets: json({ presets: PRESETS }),
    listSkills: json({ skills: SKILLS, diagnostics: [] }),
    listSessions: json({ sessions: [session, ...others] }),
    getSession: json({ session }),
    createSession: json({ session }, 201),
    listAllApprovals: json({
      approvals: folded.approvals.filter(({ status }) => status === "pending"),
    }),
    getArtifact: () => Promise.resolve(new Response(REPORT)),
    streamEvents: ({ signal }) => streamOf(state, signal ?? undefined),
  };
}

function summary({
  events,
  unfinished,
  live = 0,
}: ServerState): SessionSummary {
  const { state } = fold(createInitialState(SESSION_ID), events);
  const { lastSequence, ...rest } = summaryOf(state);
  return {
    ...rest,
    lastSequence: lastSequence + (unfinished === true ? 1 : 0) - live,
  };
}

function streamOf(
  { events, stream = "open" }: ServerState,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if (stream === "silent") return until(signal);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(events.map(encodeEventFrame).join("")));
      if (stream === "paused") {
        const paused = { reason: "too_many_tabs" } as const;
        controller.enqueue(
          encoder.encode(encodeSignalFrame("stream.paused", paused)),
        );
      }
      if (stream === "broken") controller.close();
    },
  });
  const headers = { "content-type": "text/event-stream" };
  return Promise.resolve(new Response(body, { headers }));
}

function refusal({ code, retryAfterSeconds }: Refusal): Response {
  const body = createApiError(code, "Refused.", "req_gallery000000001");
  return Response.json(body, {
    status: statusOf(code),
    headers:
      retryAfterSeconds === undefined
        ? {}
        : { "retry-after": String(retryAfterSeconds) },
  });
}

/** An answer that never comes. */
function until(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () =>
      reject(new DOMException("Given up.", "AbortError")),
    );
  });
}

function routeOf(method: string, path: string): RouteName | undefined {
  const names = Object.keys(ROUTES) as readonly RouteName[];
  return names.find((name) => {
    const route = ROUTES[name];
    const pattern = route.path.replace(/:[A-Za-z]+/g, "[^/]+");
    return route.method === method && new RegExp(`^${pattern}$`).test(path);
  });
}
