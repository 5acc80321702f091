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
  readonly origin: string | undefined;
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
      origin: originOf(input.baseUrl),
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

  /** Leaving the key out keeps the stored one only while the origin is the same. */
  #keyFor(sessionId: string, input: ModelConnectionInput): Secret | undefined {
    if (input.apiKey !== undefined) return new Secret(input.apiKey);
    const kept = this.#kept.get(sessionId);
    return kept !== undefined && kept.origin === originOf(input.baseUrl)
      ? kept.apiKey
      : undefined;
  }
}

function originOf(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return undefined;
  return new URL(baseUrl).origin;
}
