/** A browser without a page: it keeps its cookie and knows the demo task. */
import { connect, type Socket } from "node:net";
import type {
  Approval,
  HarnessEvent,
  LabSummary,
  SessionSummary,
} from "@agent-studio/shared";

const LOOK_AGAIN_MS = 60;
const RUN_END = /^event: run\.(completed|failed|cancelled)$/m;
/** Longer than the line that tells it. */
const RUN_END_LENGTH = 40;
/** What takes longer does not come any more. */
const WAIT_LIMIT_MS = 60_000;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface StreamOptions {
  readonly signal: AbortSignal;
  readonly lastEventId?: string | undefined;
  readonly onBytes: (bytes: Uint8Array) => void;
}

export class StudioClient {
  port: number;
  #cookie = "";

  constructor(port: number) {
    this.port = port;
  }

  /** What it shows to be known; empty before the first answer. */
  get cookie(): string {
    return this.#cookie;
  }

  /** Waits when it asked too often. Rejects when the server is not there. */
  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${this.port}/api${path}`, {
      method,
      headers: {
        cookie: this.#cookie,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status === 429) {
      const seconds = Number(response.headers.get("retry-after") ?? 1);
      await response.text();
      await new Promise((again) => setTimeout(again, seconds * 1000));
      return this.ask(method, path, body);
    }
    const cookie = response.headers.get("set-cookie")?.split(";")[0];
    if (cookie !== undefined) this.#cookie = cookie;
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    const parsed: unknown = /^application\/json(;|$)/.test(type)
      ? JSON.parse(text)
      : text;
    return { status: response.status, body: parsed };
  }

  /** A session of a viewer, with the demo model. */
  async demoSession(): Promise<string> {
    await this.ask("POST", "/viewer", {});
    const { body } = await this.ask("POST", "/sessions", {});
    const { sessionId } = (body as { session: SessionSummary }).session;
    await this.ask("PUT", `/sessions/${sessionId}/model-config`, {
      presetId: "demo",
      providerId: "demo",
      api: "demo",
      modelId: "demo-script",
      supportsImages: true,
    });
    return sessionId;
  }

  async sendDemoTask(sessionId: string): Promise<Answer> {
    const { body } = await this.ask("GET", "/labs");
    const [lab] = (body as { labs: LabSummary[] }).labs;
    return this.ask("POST", `/sessions/${sessionId}/messages`, {
      text: lab?.demoPrompt.en,
    });
  }

  /** Watches from the beginning until the first run has ended. */
  async ended(sessionId: string): Promise<void> {
    const stop = new AbortController();
    const response = await fetch(
      `http://127.0.0.1:${this.port}/api/sessions/${sessionId}/events`,
      { headers: { cookie: this.#cookie }, signal: stop.signal },
    );
    let tail = "";
    for await (const piece of response.body ?? []) {
      tail =
        tail.slice(-RUN_END_LENGTH) + Buffer.from(piece).toString("latin1");
      if (RUN_END.test(tail)) break;
    }
    stop.abort();
  }

  /** Asks for the stream on a socket that reads nothing. */
  stalledStream(sessionId: string): Socket {
    const socket = connect(this.port, "127.0.0.1");
    socket.on("error", () => undefined).pause();
    socket.write(
      `GET /api/sessions/${sessionId}/events HTTP/1.1\r\nhost: 127.0.0.1:${this.port}\r\ncookie: ${this.#cookie}\r\n\r\n`,
    );
    return socket;
  }

  async events(sessionId: string): Promise<readonly HarnessEvent[]> {
    const path = `/sessions/${sessionId}/events.jsonl`;
    const { body } = await this.ask("GET", path);
    return String(body)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as HarnessEvent);
  }

  async summary(sessionId: string): Promise<SessionSummary> {
    const { body } = await this.ask("GET", `/sessions/${sessionId}`);
    return (body as { session: SessionSummary }).session;
  }

  async pending(sessionId: string): Promise<readonly Approval[]> {
    const path = `/sessions/${sessionId}/approvals?status=pending`;
    const { body } = await this.ask("GET", path);
    return (body as { approvals: Approval[] }).approvals;
  }

  decide(
    sessionId: string,
    approvalId: string,
    verb: "approve" | "deny",
  ): Promise<Answer> {
    const path = `/sessions/${sessionId}/approvals/${approvalId}/${verb}`;
    return this.ask("POST", path, {});
  }

  /** Looks again until there is something. Rejects after a minute. */
  async until<T>(look: () => Promise<T | undefined>): Promise<T> {
    const end = performance.now() + WAIT_LIMIT_MS;
    while (performance.now() < end) {
      const found = await look();
      if (found !== undefined) return found;
      await new Promise((again) => setTimeout(again, LOOK_AGAIN_MS));
    }
    throw new Error("What was waited for did not come within a minute.");
  }

  /** Reads the stream until it ends or `signal` aborts; tells what comes. */
  async stream(
    sessionId: string,
    { signal, lastEventId, onBytes }: StreamOptions,
  ): Promise<void> {
    const url = `http://127.0.0.1:${this.port}/api/sessions/${sessionId}/events`;
    const response = await fetch(url, {
      signal,
      headers: {
        cookie: this.#cookie,
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
      },
    });
    if (response.body === null || !response.ok)
      throw new Error(`The stream was answered with ${response.status}.`);
    for await (const bytes of response.body) onBytes(bytes);
  }

  /** Waits for the question about the report. */
  asked(sessionId: string): Promise<Approval> {
    return this.until(async () => (await this.pending(sessionId))[0]);
  }

  /** Waits until nothing runs and nobody is asked. */
  async idle(sessionId: string): Promise<void> {
    await this.until(async () =>
      (await this.summary(sessionId)).status === "idle" ? true : undefined,
    );
  }
}
