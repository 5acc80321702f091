import type {
  ModelConnectionInput,
  RedactedConnection,
} from "@agent-studio/shared";
import { Secret } from "../security/secret.ts";
import { connectionDestination } from "./connection-destination.ts";
import {
  redactConnection,
  type ModelConnectionStore,
} from "./model-connection-store.ts";
import type { ResolvedConnection } from "./resolved-connection.ts";

/** Connections and secrets in one private map; gone with the process. */
export class InMemoryModelConnectionStore implements ModelConnectionStore {
  readonly #kept = new Map<string, ResolvedConnection>();

  redact(
    sessionId: string,
    input: ModelConnectionInput,
    now: string,
  ): RedactedConnection {
    return this.#resolve(sessionId, input, now).connection;
  }

  configure(
    sessionId: string,
    input: ModelConnectionInput,
    now: string,
  ): RedactedConnection {
    const resolved = this.#resolve(sessionId, input, now);
    this.#kept.set(sessionId, resolved);
    return resolved.connection;
  }

  adopt(sessionId: string, connection: RedactedConnection): void {
    this.#kept.set(sessionId, { connection, headers: {} });
  }

  clear(sessionId: string): void {
    this.#kept.delete(sessionId);
  }

  resolve(sessionId: string): ResolvedConnection | undefined {
    return this.#kept.get(sessionId);
  }

  secrets(sessionId: string): readonly string[] {
    const kept = this.#kept.get(sessionId);
    return kept === undefined
      ? []
      : secretsOf(kept).map((secret) => secret.reveal());
  }

  allSecrets(): readonly Secret[] {
    return [...this.#kept.values()].flatMap(secretsOf);
  }

  #resolve(
    sessionId: string,
    input: ModelConnectionInput,
    now: string,
  ): ResolvedConnection {
    const kept = this.#kept.get(sessionId);
    const isSame =
      kept !== undefined &&
      connectionDestination(kept.connection) === connectionDestination(input);
    const apiKey =
      input.apiKey === undefined
        ? isSame
          ? kept.apiKey
          : undefined
        : new Secret(input.apiKey);
    const headers =
      input.headers === undefined
        ? isSame
          ? kept.headers
          : {}
        : wrapAll(input.headers);
    const connection = redactConnection(
      input,
      { key: apiKey?.reveal(), headerNames: Object.keys(headers) },
      now,
    );
    return {
      connection,
      headers,
      ...(apiKey === undefined ? {} : { apiKey }),
    };
  }
}

function secretsOf({ apiKey, headers }: ResolvedConnection): Secret[] {
  const key = apiKey === undefined ? [] : [apiKey];
  return [...key, ...Object.values(headers)];
}

function wrapAll(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, Secret>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, new Secret(value)]),
  );
}
