/** What a person meets while the stream is away, cut, paused or over. */
import { DELETED, logOf, SHUTDOWN } from "./canned-log.ts";
import type { LogPart } from "./canned-log.ts";
import type { PageState } from "./page-state.ts";

export function connectionStates(over: LogPart): readonly PageState[] {
  const events = logOf(over);
  return [
    {
      name: "reconnecting",
      server: { events, stream: "broken" },
      until: "waiting",
    },
    {
      name: "offline",
      server: { events, stream: "broken" },
      offline: true,
      until: "waiting",
    },
    {
      name: "server-restarting",
      server: { events: logOf(over, SHUTDOWN), stream: "broken", live: 1 },
      until: "waiting",
    },
    {
      name: "connecting",
      server: { events, stream: "silent" },
      until: "connecting",
    },
    { name: "cut", server: { events }, done: "cut", until: "cut" },
    { name: "restored", server: { events }, done: "restored" },
    {
      name: "paused",
      server: { events, stream: "paused" },
      until: "paused",
    },
  ];
}

/** What the server answers once the stream has broken, and what ends it. */
export function refusedStates(over: LogPart): readonly PageState[] {
  const events = logOf(over);
  const stream = (
    code:
      | "SESSION_NOT_FOUND"
      | "VIEWER_REQUIRED"
      | "RATE_LIMITED"
      | "STORE_UNAVAILABLE",
    retryAfterSeconds = 12,
  ) =>
    ({ events, stream: "broken", then: { code, retryAfterSeconds } }) as const;
  return [
    {
      name: "deleted",
      server: { events: logOf(over, DELETED) },
      until: "closed",
    },
    {
      name: "session-gone",
      server: stream("SESSION_NOT_FOUND"),
      until: "refused",
    },
    {
      name: "viewer-gone",
      server: stream("VIEWER_REQUIRED"),
      until: "refused",
    },
    {
      name: "stream-limited",
      server: stream("RATE_LIMITED"),
      until: "waiting",
    },
    {
      name: "store-unavailable",
      server: stream("STORE_UNAVAILABLE"),
      until: "waiting",
    },
  ];
}
