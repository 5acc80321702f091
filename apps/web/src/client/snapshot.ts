import type { SessionState } from "@agent-studio/shared";
import type { ApiClient } from "./api-client.ts";
import { ApiFailure } from "./api-failure.ts";

const LISTS = [
  "messages",
  "runs",
  "approvals",
  "skills",
  "attachments",
  "artifacts",
  "collections",
] as const;

/** The session's state as the server folded it. Rejects with `ApiFailure`, also when the answer is no such state. */
export async function loadSnapshot(
  api: ApiClient,
  sessionId: string,
  signal: AbortSignal,
): Promise<SessionState> {
  const { sequence, state } = await api.call("getSnapshot", {
    params: { sessionId },
    signal,
  });
  if (isSessionState(state) && state.sequence === sequence) return state;
  throw new ApiFailure({
    code: "RESPONSE_UNREADABLE",
    message: "The snapshot is not of this protocol.",
    status: 200,
  });
}

/** The reducer made this very object, so its outline is proof enough. */
function isSessionState(value: unknown): value is SessionState {
  if (typeof value !== "object" || value === null) return false;
  const facts = new Map<string, unknown>(Object.entries(value));
  return (
    typeof facts.get("sequence") === "number" &&
    typeof facts.get("sessionId") === "string" &&
    LISTS.every((name) => Array.isArray(facts.get(name)))
  );
}
