import type { SessionApi, SessionsApi } from "@agent-studio/harness";
import { notFound } from "../http/refusal.ts";

interface SessionCall {
  readonly params: { readonly sessionId: string };
  readonly viewerId: string;
}

/** The session of a request. Throws `SESSION_NOT_FOUND` alike for what never was and for what is someone else's. */
export function ownSession(
  sessions: SessionsApi,
  call: SessionCall,
): SessionApi {
  const session = sessions.find(call.params.sessionId, call.viewerId);
  if (session === undefined) throw notFound("SESSION_NOT_FOUND");
  return session;
}
