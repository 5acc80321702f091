/** What is compared: a server that keeps the events of sessions and sends them to whoever watches. */
import type { EventInput } from "@agent-studio/shared";

/** What a watcher asks for to get everything after a place. */
export interface Place {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The number of the last event that the watcher has. */
  readonly after: number;
}

export interface Contender {
  readonly port: number;
  create(sessionId: string): Promise<void>;
  /** Appends and sends; the numbers of a session's events are those of the order of these calls, from 1. */
  publish(sessionId: string, event: EventInput): void;
  place(
    sessionId: string,
    after: number,
  ): Promise<Pick<Place, "path" | "headers">>;
  close(): Promise<void>;
}

export interface ContenderOptions {
  /** An empty folder of its own, for what outlives the process. */
  readonly folder: string;
}

export type CreateContender = (options: ContenderOptions) => Promise<Contender>;

/** Those that can be measured, with what they are, in the order in which they run. */
export const CONTENDERS = {
  raw: "node:http: written down once, the same bytes to every watcher",
  naive: "node:http: written down for each watcher, nothing waits",
  memory: "Agent Studio, events in memory",
  sqlite: "Agent Studio, events in SQLite",
  "better-sse": "better-sse 0.16.1, replay by the app",
  "fastify-sse": "@fastify/sse 0.6.0, replay by the app",
  "sse-pubsub": "sse-pubsub 1.4.5, own history",
  "durable-streams": "@durable-streams/server 0.3.7, own log",
} as const;

export type ContenderName = keyof typeof CONTENDERS;
