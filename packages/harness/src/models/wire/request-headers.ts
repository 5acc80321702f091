import type { ModelApi } from "@agent-studio/shared";
import type { Secret } from "../../security/secret.ts";

export interface RequestSecrets {
  readonly apiKey?: Secret;
  readonly headers: Readonly<Record<string, Secret>>;
}

const USER_AGENT = "agent-studio";
/** What the libraries above tell of this machine and of the session, and the key that stands in for the real one. */
const NOT_SENT =
  /^(x-stainless-.*|session[-_]id|x-client-request-id|x-session-(id|affinity)|authorization|x-api-key)$/;

/**
 * The headers of a request with the key and the person's own headers in them, as they were entered; those win. This is
 * the only place where they are revealed. Throws for a value that no header can carry.
 */
export function requestHeaders(
  api: ModelApi,
  given: RequestInit["headers"],
  { apiKey, headers }: RequestSecrets,
): Headers {
  const written = new Headers(given);
  for (const name of [...written.keys()])
    if (NOT_SENT.test(name)) written.delete(name);
  written.set("user-agent", USER_AGENT);
  if (apiKey !== undefined) {
    if (api === "anthropic-messages") written.set("x-api-key", apiKey.reveal());
    else written.set("authorization", `Bearer ${apiKey.reveal()}`);
  }
  for (const [name, value] of Object.entries(headers))
    written.set(name, value.reveal());
  return written;
}
