/** The program is killed and started again on its folder, as a user would have it. */
import { mkdtemp, rm, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Approval, HarnessEvent, LabSummary } from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askForLink } from "../../src/viewers/link-socket.ts";
import {
  startServerProcess,
  type ServerProcess,
} from "../../src/testing/server-process.ts";

const TIMEOUT_MS = 60_000;
let folder = "";
const started: ServerProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "studio-restarted-"));
});
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.signal("SIGKILL");
    await server.exit;
  }
  await rm(folder, { recursive: true, force: true });
});

interface Running {
  readonly server: ServerProcess;
  readonly port: number;
}

async function start(port = 0): Promise<Running> {
  const server = startServerProcess({
    environment: {
      PORT: String(port),
      STUDIO_DATA_DIR: folder,
      STUDIO_DEMO_PACE: "instant",
    },
    cwd: folder,
    limitMs: TIMEOUT_MS,
  });
  started.push(server);
  return { server, port: await server.port };
}

async function kill({ server }: Running): Promise<void> {
  server.signal("SIGKILL");
  await server.exit;
}

/** A browser that keeps its cookie. */
class Browser {
  #cookie = "";
  readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  async ask(method: string, path: string, body?: unknown) {
    const answer = await fetch(`http://127.0.0.1:${this.port}/api${path}`, {
      method,
      headers: {
        cookie: this.#cookie,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const cookie = answer.headers.get("set-cookie")?.split(";")[0];
    if (cookie !== undefined) this.#cookie = cookie;
    const text = await answer.text();
    const isJson = /^application\/json(;|$)/.test(
      answer.headers.get("content-type") ?? "",
    );
    const parsed: unknown = isJson ? JSON.parse(text) : text;
    return { status: answer.status, body: parsed };
  }

  async events(sessionId: string): Promise<HarnessEvent[]> {
    const { body } = await this.ask(
      "GET",
      `/sessions/${sessionId}/events.jsonl`,
    );
    return String(body)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as HarnessEvent);
  }

  /** Opens the stream; gives what reads it to its end. */
  async stream(sessionId: string): Promise<() => Promise<string>> {
    const answer = await fetch(
      `http://127.0.0.1:${this.port}/api/sessions/${sessionId}/events`,
      { headers: { cookie: this.#cookie } },
    );
    expect(answer.status).toBe(200);
    return () => answer.text();
  }

  /** Looks again until it is so. */
  async until<T>(look: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      await new Promise((again) => setTimeout(again, 20));
    }
  }
}

async function askedForReport(browser: Browser) {
  await browser.ask("POST", "/viewer", {});
  const created = await browser.ask("POST", "/sessions", {});
  const { sessionId } = (created.body as { session: { sessionId: string } })
    .session;
  await browser.ask("PUT", `/sessions/${sessionId}/model-config`, {
    presetId: "demo",
    providerId: "demo",
    api: "demo",
    modelId: "demo-script",
    supportsImages: true,
  });
  const labs = await browser.ask("GET", "/labs");
  const [lab] = (labs.body as { labs: LabSummary[] }).labs;
  await browser.ask("POST", `/sessions/${sessionId}/messages`, {
    text: lab?.demoPrompt.en,
  });
  const approval = await pending(browser, sessionId);
  return { sessionId, approval };
}

const pending = (browser: Browser, sessionId: string): Promise<Approval> =>
  browser.until(async () => {
    const { body } = await browser.ask(
      "GET",
      `/sessions/${sessionId}/approvals?status=pending`,
    );
    return (body as { approvals: Approval[] }).approvals[0];
  });

const ended = (browser: Browser, sessionId: string): Promise<HarnessEvent> =>
  browser.until(async () =>
    (await browser.events(sessionId)).find(({ type }) =>
      /^run\.(completed|failed|cancelled)$/.test(type),
    ),
  );

describe("a server that is killed while a person is asked", () => {
  it(
    "has the session, its cookie and the question again, and saves the report once when that is approved",
    async () => {
      const before = await start();
      const browser = new Browser(before.port);
      const { sessionId, approval } = await askedForReport(browser);
      const seen = await browser.events(sessionId);
      await kill(before);
      const after = await start(before.port);
      expect((await browser.events(sessionId)).slice(0, seen.length)).toEqual(
        seen,
      );
      expect(await pending(browser, sessionId)).toEqual(approval);
      const decided = await browser.ask(
        "POST",
        `/sessions/${sessionId}/approvals/${approval.approvalId}/approve`,
        { argsDigest: approval.argsDigest },
      );
      expect(decided.status).toBe(200);
      expect((await ended(browser, sessionId)).type).toBe("run.completed");
      const events = await browser.events(sessionId);
      expect(checkLegal(events)).toEqual([]);
      const saved = events.filter(({ type }) => type === "artifact.saved");
      expect(saved).toHaveLength(1);
      const report = await browser.ask(
        "GET",
        `/sessions/${sessionId}/artifacts`,
      );
      const { artifacts } = report.body as { artifacts: { name: string }[] };
      const [artifact] = artifacts;
      const content = await browser.ask(
        "GET",
        `/sessions/${sessionId}/artifacts/${artifact?.name}`,
      );
      const { body } = approval.args as { body: string };
      expect(content.body).toContain(body.trim());
      await kill(after);
    },
    TIMEOUT_MS,
  );

  it(
    "[O04] waits on after it was stopped as asked with streams open, says so in the log, and goes on from there",
    async () => {
      const before = await start();
      const browser = new Browser(before.port);
      const { sessionId, approval } = await askedForReport(browser);
      const streams = await Promise.all(
        [1, 2, 3].map(() => browser.stream(sessionId)),
      );
      before.server.signal("SIGTERM");
      expect((await before.server.exit).code).toBe(0);
      for (const text of await Promise.all(streams.map((read) => read())))
        expect(text.split("\n\n").at(-2)).toContain("session.closed");
      const after = await start(before.port);
      const events = await browser.events(sessionId);
      expect(events.some(({ type }) => type === "run.cancelled")).toBe(false);
      const denied = await browser.ask(
        "POST",
        `/sessions/${sessionId}/approvals/${approval.approvalId}/deny`,
        { reason: "no" },
      );
      expect(denied.status).toBe(200);
      await ended(browser, sessionId);
      expect(checkLegal(await browser.events(sessionId))).toEqual([]);
      await kill(after);
    },
    TIMEOUT_MS,
  );
});

describe("a folder", () => {
  it(
    "[O05] [fault-013] that another server holds is refused with a sentence that names it",
    async () => {
      const first = await start();
      const second = startServerProcess({
        environment: { PORT: "0", STUDIO_DATA_DIR: folder },
        cwd: folder,
      });
      started.push(second);
      second.port.catch(() => undefined);
      const { code, output } = await second.exit;
      expect(code).toBe(1);
      expect(output).toMatch(
        /Another Agent Studio \(process [0-9]+, started .*\) uses the data folder/,
      );
      expect(output.trim().split("\n")).toHaveLength(1);
      await kill(first);
    },
    TIMEOUT_MS,
  );

  it(
    "gives its owner a link of the viewer that acted last, which opens the sessions",
    async () => {
      const running = await start();
      const browser = new Browser(running.port);
      const { sessionId } = await askedForReport(browser);
      const answer = await askForLink(folder);
      if (!("link" in answer)) throw new Error(answer.problem);
      const linkCode = new URL(answer.link).hash.replace("#link=", "");
      const other = new Browser(running.port);
      await other.ask("POST", "/viewer", { linkCode });
      const found = await other.ask("GET", `/sessions/${sessionId}`);
      expect(found.status).toBe(200);
      await kill(running);
      expect(await askForLink(folder)).toHaveProperty("problem");
    },
    TIMEOUT_MS,
  );

  it(
    "has nothing of a deleted session, after a restart too",
    async () => {
      const running = await start();
      const browser = new Browser(running.port);
      const { sessionId } = await askedForReport(browser);
      const deleted = await browser.ask("DELETE", `/sessions/${sessionId}`);
      expect(deleted.status).toBe(204);
      expect(await readdir(join(folder, "sessions"))).toEqual([]);
      await kill(running);
      const again = await start(running.port);
      expect((await browser.ask("GET", "/sessions")).body).toEqual({
        sessions: [],
      });
      await kill(again);
    },
    TIMEOUT_MS,
  );
});
