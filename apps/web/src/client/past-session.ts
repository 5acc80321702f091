/** A session that can only be looked at: nothing of it is sent anywhere, and its commands refuse. */
import type { SessionState } from "@agent-studio/shared";
import type { ApiClient } from "./api-client.ts";
import { ApiFailure } from "./api-failure.ts";
import type { ReadableCell } from "./cell.ts";
import { createSessionCommands } from "./session-commands.ts";
import type { HistoryView } from "./session-history.ts";
import type { SessionView } from "./session-log.ts";
import type { SessionMode, SessionStore } from "./session-store.ts";

/** What such a session shows: a state and the events that lead to it and on. */
export function viewOfPast(
  state: SessionState,
  events: HistoryView,
): SessionView {
  return {
    state,
    events,
    connection: { phase: "stopped" },
    stopping: false,
    replaying: false,
    announcement: null,
    resumption: null,
    named: true,
  };
}

/** A session in which everything but looking does nothing or is refused. */
export function createPastSession(options: {
  readonly sessionId: string;
  readonly mode: Exclude<SessionMode, "live">;
  readonly view: ReadableCell<SessionView>;
}): SessionStore {
  const { sessionId } = options;
  return {
    ...options,
    commands: createSessionCommands({ api: REFUSING_API, sessionId }),
    adopt: () => false,
    start: nothing,
    stop: nothing,
    cut: nothing,
    restore: nothing,
    retry: nothing,
    dismissResumption: nothing,
  };
}

function nothing(): void {
  // There is no stream to act on.
}

/** Whatever asks for a command is refused here and not by the server. */
const REFUSING_API: ApiClient = {
  call: () =>
    Promise.reject(
      new ApiFailure({
        code: "SESSION_READ_ONLY",
        message: "What is past can only be looked at.",
        status: 409,
      }),
    ),
};
