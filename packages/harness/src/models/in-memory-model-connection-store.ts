import type {
  ModelConnectionInput,
  RedactedConnection,
} from "@agent-studio/shared";
import { Secret } from "../security/secret.ts";
import {
  redactConnection,
  type ModelConnectionStore,
} from "./model-connection-store.ts";

interface Kept {
  /** Where the key may be sent: nowhere else is it used. */
  readonly destination: string;
  readonly apiKey: Secret | undefined;
  readonly headers: readonly Secret[];
}

/** Secrets in one private map; gone with the process. */
export class InMemoryModelConnectionStore implements ModelConnectionStore {
  readonly #kept = new Map<string, Kept>();

  redact(
    sessionId: string,
    input: ModelConnectionInput,
    now: string,
  ): RedactedConnection {
    return redactConnection(
      input,
      this.#keyFor(sessionId, input)?.reveal(),
      now,
    );
  }

  configure(sessionId: string, input: ModelConnectionInput): void {
    const apiKey = this.#keyFor(sessionId, input);
    const headers = Object.values(input.headers ?? {}).map(
      (value) => new Secret(value),
    );
    this.#kept.set(sessionId, {
      destination: destinationOf(input),
      apiKey,
      headers,
    });
  }

  clear(sessionId: string): void {
    this.#kept.delete(sessionId);
  }

  secrets(sessionId: string): readonly string[] {
    const kept = this.#kept.get(sessionId);
    if (kept === undefined) return [];
    return [
      ...(kept.apiKey === undefined ? [] : [kept.apiKey]),
      ...kept.headers,
    ].map((secret) => secret.reveal());
  }

  /** Leaving the key out keeps the stored one only while it goes to the same origin. */
  #keyFor(sessionId: string, input: ModelConnectionInput): Secret | undefined {
    if (input.apiKey !== undefined) return new Secret(input.apiKey);
    const kept = this.#kept.get(sessionId);
    return kept?.destination === destinationOf(input) ? kept.apiKey : undefined;
  }
}

/** The origin of the address; without one, the provider's own, whose address is built in. */
function destinationOf({
  baseUrl,
  providerId,
  api,
}: ModelConnectionInput): string {
  if (baseUrl === undefined) return JSON.stringify([providerId, api]);
  const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : "null";
  // Other schemes than http have no origin; then only the very same address is the same.
  return origin === "null" ? baseUrl : origin;
}
