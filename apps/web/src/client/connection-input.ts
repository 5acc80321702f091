import type { ModelChoice, RedactedConnection } from "@agent-studio/shared";

/** The same model for a fresh session, or null where that needs secrets that only the person has. */
export function connectionInput(
  connection: RedactedConnection | null,
): ModelChoice | null {
  if (connection === null || connection.hasKey) return null;
  if (connection.headers !== undefined && connection.headers.length > 0) {
    return null;
  }
  const { hasKey, keyHint, configuredAt, headers, ...choice } = connection;
  return choice;
}
