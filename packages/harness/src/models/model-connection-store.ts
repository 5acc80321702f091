/** Where a session's model and its secrets live. Secrets stay in the memory of this process and never come back out of it. */
import type {
  ModelConnectionInput,
  RedactedConnection,
} from "@agent-studio/shared";
import type { Secret } from "../security/secret.ts";
import type { ConnectionResolver } from "./resolved-connection.ts";

export interface ModelConnectionStore extends ConnectionResolver {
  /** What `configure` would give; keeps nothing. `now` is ISO time. */
  redact(
    sessionId: string,
    input: ModelConnectionInput,
    now: string,
  ): RedactedConnection;
  /**
   * Keeps the connection and its secrets for the session, in place of what was there. A key and header values that are
   * left out are those of before, as long as the origin of the address is the same; a new origin needs its own.
   */
  configure(
    sessionId: string,
    input: ModelConnectionInput,
    now: string,
  ): RedactedConnection;
  /** Takes a connection that needs no secrets as the log has it, after a restart. */
  adopt(sessionId: string, connection: RedactedConnection): void;
  /** Forgets everything of the session. Idempotent. */
  clear(sessionId: string): void;
  /** The exact secret values of the session, for the redactor. */
  secrets(sessionId: string): readonly string[];
  /** The secrets of all sessions, for what belongs to none of them: the server's log. */
  allSecrets(): readonly Secret[];
}

/** Whether a connection was configured with secrets, so that it is of no use without them. */
export function needsSecrets(connection: RedactedConnection): boolean {
  return connection.hasKey || (connection.headers ?? []).length > 0;
}

const KEY_HINT_FROM_CHARACTERS = 12;
const KEY_HINT_CHARACTERS = 4;

/** The connection without secrets: header names only, and the last four characters of a key long enough for that. */
export function redactConnection(
  input: ModelConnectionInput,
  secrets: {
    readonly key: string | undefined;
    readonly headerNames: readonly string[];
  },
  now: string,
): RedactedConnection {
  const { apiKey: _apiKey, headers: _headers, ...rest } = input;
  const { key, headerNames } = secrets;
  return {
    ...rest,
    ...(headerNames.length === 0 ? {} : { headers: [...headerNames] }),
    hasKey: key !== undefined,
    keyHint:
      key === undefined || key.length < KEY_HINT_FROM_CHARACTERS
        ? null
        : `••••${key.slice(-KEY_HINT_CHARACTERS)}`,
    configuredAt: now,
  };
}
