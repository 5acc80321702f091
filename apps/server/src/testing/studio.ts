/** The whole studio but the page: real sessions, the demo model and the app on a real port, in a folder of its own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionsApi } from "@agent-studio/harness";
import { InMemoryModelConnectionStore } from "@agent-studio/harness/adapters";
import type { Approval, HarnessEvent, LabSummary } from "@agent-studio/shared";
import { loadConfig } from "../config.ts";
import { createLogStream, createSessions, type SessionParts } from "../main.ts";
import type { StreamClient } from "./stream-client.ts";
import { startApp, type TestApp, type TestViewer } from "./test-app.ts";

const DEMO_MODEL = {
  presetId: "demo",
  providerId: "demo",
  api: "demo",
  modelId: "demo-script",
  supportsImages: true,
};

/** A viewer in a session whose stream it watches. */
export interface DemoSession {
  readonly viewer: TestViewer;
  readonly sessionId: string;
  readonly path: string;
  readonly stream: StreamClient;
}

export interface Studio {
  readonly server: TestApp<SessionsApi>;
  readonly dataDir: string;
  /** What went wrong inside. */
  readonly defects: readonly unknown[];
  /** A session of a new viewer, with the demo model unless another one is given. */
  demoSession(model?: object): Promise<DemoSession>;
  close(): Promise<void>;
}

export interface StudioParts extends Partial<
  Omit<SessionParts, "connections" | "onDefect">
> {
  /** Where log lines go when there is a level for them. */
  readonly log?: { write(line: string): unknown };
}

export async function startStudio(
  environment: Readonly<Record<string, string>> = {},
  { log = { write: () => undefined }, ...parts }: StudioParts = {},
): Promise<Studio> {
  const dataDir = await mkdtemp(join(tmpdir(), "studio-server-"));
  const settings = {
    STUDIO_DATA_DIR: dataDir,
    STUDIO_DEMO_PACE: "instant",
    ...environment,
  };
  const defects: unknown[] = [];
  const connections = new InMemoryModelConnectionStore();
  const sessions = createSessions(loadConfig(settings), {
    ...parts,
    connections,
    onDefect: (defect) => defects.push(defect),
  });
  const server = await startApp({
    sessions,
    environment: settings,
    logStream: createLogStream(connections, log),
  });
  return {
    server,
    dataDir,
    defects,
    async demoSession(model = DEMO_MODEL) {
      const viewer = await server.viewer();
      const sessionId = await viewer.createSession();
      const path = `/api/sessions/${sessionId}`;
      await viewer.request("PUT", `${path}/model-config`, model);
      const stream = await viewer.stream(sessionId);
      return { viewer, sessionId, path, stream };
    },
    async close() {
      await server.app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sends the demo task of the first lab; gives the run's id. */
export async function sendDemoTask({
  viewer,
  path,
}: DemoSession): Promise<string> {
  const { body } = await viewer.request("GET", "/api/labs");
  const [lab] = (body as { labs: LabSummary[] }).labs;
  const answer = await viewer.request("POST", `${path}/messages`, {
    text: lab?.demoPrompt["zh-CN"],
  });
  return (answer.body as { runId: string }).runId;
}

/** Waits for an event of a type on the session's stream. */
export async function untilEvent(
  { stream }: DemoSession,
  type: string,
): Promise<HarnessEvent> {
  const isIt = (frame: { readonly event: string }) => frame.event === type;
  await stream.until(({ events }) => events.some(isIt));
  return JSON.parse(stream.events.find(isIt)?.data ?? "") as HarnessEvent;
}

/** Waits for the question about the report. */
export async function untilAsked(session: DemoSession): Promise<Approval> {
  const event = await untilEvent(session, "approval.required");
  if (event.type !== "approval.required") throw new Error("Another event.");
  return event.payload.approval;
}

/** The events of a session so far. */
export function eventsOf({ stream }: DemoSession): readonly HarnessEvent[] {
  return stream.events.map(({ data }) => JSON.parse(data) as HarnessEvent);
}

/** The types of a session's events so far, deltas and drafts left out. */
export function storyOf({ stream }: DemoSession): readonly string[] {
  return stream.events
    .map(({ event }) => event)
    .filter((type) => type !== "assistant.delta" && type !== "tool.drafted");
}
