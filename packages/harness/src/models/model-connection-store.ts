/** Where a session's model and its secrets live. Secrets stay in the memory of this process and never come back out of it. */
import type {
  ModelConnectionInput,
  RedactedConnection,
} from "@agent-studio/shared";

export interface ModelConnectionStore {
  /** What a connection looks like without its secrets; stores nothing. `now` is ISO time. */
  redact(
    sessionId: string,
    input: ModelConnectionInput,
    now: string,
  ): RedactedConnection;
  /** Keeps the connection and its secrets for the session, in place of what was there. */
  configure(sessionId: string, input: ModelConnectionInput): void;
  /** Forgets everything of the session. Idempotent. */
  clear(sessionId: string): void;
  /** The exact secret values of the session, for the redactor. */
  secrets(sessionId: string): readonly string[];
}

const KEY_HINT_FROM_CHARACTERS = 12;
const KEY_HINT_CHARACTERS = 4;

/** The connection without secrets: header names only, and the last four characters of a key long enough for that. */
export function redactConnection(
  input: ModelConnectionInput,
  key: string | undefined,
  now: string,
): RedactedConnection {
  const { apiKey: _apiKey, headers, ...rest } = input;
  return {
    ...rest,
    ...(headers === undefined ? {} : { headers: Object.keys(headers) }),
    hasKey: key !== undefined,
    keyHint:
      key === undefined || key.length < KEY_HINT_FROM_CHARACTERS
        ? null
        : `••••${key.slice(-KEY_HINT_CHARACTERS)}`,
    configuredAt: now,
  };
}
