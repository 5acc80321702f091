/** The real app on a real port of this machine, and viewers to use it as. */
import type { AddressInfo } from "node:net";
import type { SessionsApi } from "@agent-studio/harness";
import type { FastifyInstance } from "fastify";
import { buildApp, type AppOptions } from "../app.ts";
import { loadConfig } from "../config.ts";
import { InMemoryViewerRegistry } from "../viewers/in-memory-viewer-registry.ts";
import { FakeSessions } from "./fake-sessions.ts";
import { StreamClient } from "./stream-client.ts";

export interface TestAppOptions<S extends SessionsApi> extends Partial<
  Omit<AppOptions, "config" | "sessions">
> {
  readonly sessions: S;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A script with a cookie. */
export class TestViewer {
  readonly port: number;
  readonly cookie: string;
  readonly viewerId: string;

  constructor(options: {
    readonly port: number;
    readonly cookie: string;
    readonly viewerId: string;
  }) {
    this.port = options.port;
    this.cookie = options.cookie;
    this.viewerId = options.viewerId;
  }

  /** A request with this viewer's cookie; a body is sent as JSON, unless it is a form. */
  async request(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<JsonAnswer> {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        ...(isJson ? { "content-type": "application/json" } : {}),
      },
      ...(isJson ? { body: JSON.stringify(body) } : {}),
      ...(body instanceof FormData ? { body } : {}),
    });
    const text = await response.text();
    const parsed: unknown = response.headers
      .get("content-type")
      ?.startsWith("application/json;")
      ? JSON.parse(text)
      : text;
    return { status: response.status, headers: response.headers, body: parsed };
  }

  /** Makes a session and gives its id. */
  async createSession(): Promise<string> {
    const { body } = await this.request("POST", "/api/sessions", {});
    return (body as { session: { sessionId: string } }).session.sessionId;
  }

  stream(
    sessionId: string,
    query = "",
    headers: Readonly<Record<string, string>> = {},
  ): Promise<StreamClient> {
    return StreamClient.open({
      port: this.port,
      path: `/api/sessions/${sessionId}/events${query}`,
      headers: { cookie: this.cookie, ...headers },
    });
  }
}

export interface TestApp<S extends SessionsApi> {
  readonly app: FastifyInstance;
  readonly port: number;
  readonly url: string;
  readonly sessions: S;
  viewer(): Promise<TestViewer>;
}

/** Starts the app over any sessions; close it with `app.close()`. */
export async function startApp<S extends SessionsApi>(
  options: TestAppOptions<S>,
): Promise<TestApp<S>> {
  const { environment = {}, sessions, ...rest } = options;
  const app = await buildApp({
    config: loadConfig({ PORT: "0", LOG_LEVEL: "silent", ...environment }),
    viewers: new InMemoryViewerRegistry({ now: rest.now ?? Date.now }),
    webRoot: import.meta.dirname,
    version: "0.0.0-test",
    ...rest,
    sessions,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { app, port, url, sessions, viewer: () => createViewer(port) };
}

/** Starts the app over sessions without an agent. */
export function startFakeApp(
  options: Partial<TestAppOptions<FakeSessions>> = {},
): Promise<TestApp<FakeSessions>> {
  return startApp({ sessions: new FakeSessions(), ...options });
}

/** A new viewer of the server on a port. */
export async function createViewer(port: number): Promise<TestViewer> {
  const response = await fetch(`http://127.0.0.1:${port}/api/viewer`, {
    method: "POST",
  });
  const { viewerId } = (await response.json()) as { viewerId: string };
  const [cookie = ""] = response.headers.get("set-cookie")?.split(";") ?? [];
  return new TestViewer({ port, cookie, viewerId });
}
