import type { RedactedConnection } from "@agent-studio/shared";
import type { Secret } from "../security/secret.ts";

/** A connection with its secrets, still wrapped. */
export interface ResolvedConnection {
  readonly connection: RedactedConnection;
  readonly apiKey?: Secret;
  /** Extra headers by name. */
  readonly headers: Readonly<Record<string, Secret>>;
}

/** The part of the connection store that a model call needs. */
export interface ConnectionResolver {
  /** The connection that is in force for the session; undefined when there is none. */
  resolve(sessionId: string): ResolvedConnection | undefined;
}
