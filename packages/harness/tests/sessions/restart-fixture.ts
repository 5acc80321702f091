/** Lives of one studio over the same folder: processes that are killed, and what the next one finds. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach } from "vitest";
import {
  newId,
  type HarnessDeps,
  type HarnessSettings,
  type SessionApi,
} from "../../src/index.ts";
import { SqliteEventStore } from "../../src/events/sqlite-event-store.ts";
import { FakeAgentSessionFactory } from "../../src/testing/fake-agent-session.ts";
import type { FakeScript } from "../../src/testing/fake-agent-session.ts";
import {
  EventWatch,
  TEST_ORIGIN,
  TEST_VIEWER,
  TestHarness,
} from "../../src/testing/test-harness.ts";
import { createTestLab, ToolProbe } from "../../src/testing/test-lab.ts";
import { call, turns } from "./session-fixture.ts";

export interface Life {
  readonly harness: TestHarness;
  readonly agents: FakeAgentSessionFactory;
  readonly probe: ToolProbe;
  readonly folder: string;
}

export interface LifeOptions {
  readonly script: FakeScript;
  readonly folder?: string;
  readonly lab?: Parameters<typeof createTestLab>[1];
  readonly settings?: Partial<HarnessSettings>;
  readonly deps?: Partial<HarnessDeps>;
  /** That of the log, in milliseconds. */
  readonly clock?: () => number;
}

export interface Lives {
  /** One process's life on a folder, a new one by default. */
  live(options: LifeOptions): Promise<Life>;
  /** The folder as it is when the process is killed now. */
  killed(life: Life): string;
}

/** Folders and lives of the tests of one file; the lives end after each test. */
export function useLives(): Lives {
  const root = mkdtempSync(path.join(tmpdir(), "studio-restart-"));
  const harnesses: TestHarness[] = [];
  afterEach(async () => {
    await Promise.all(harnesses.splice(0).map((harness) => harness.dispose()));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return {
    async live({ script, lab, settings, deps, clock, folder: given }) {
      const folder = given ?? mkdtempSync(path.join(root, "life-"));
      const probe = new ToolProbe();
      const agents = new FakeAgentSessionFactory({
        script,
        newToolCallId: () => newId("call"),
      });
      const store = await SqliteEventStore.open({
        folder,
        ...(clock === undefined ? {} : { clock }),
      });
      const harness = await TestHarness.create({
        labs: [createTestLab(probe, lab)],
        agents,
        ...(settings === undefined ? {} : { settings }),
        deps: { store, dataDir: folder, ...deps },
      });
      harnesses.push(harness);
      await harness.registry.restore();
      return { harness, agents, probe, folder };
    },
    killed({ folder }) {
      const copy = mkdtempSync(path.join(root, "killed-"));
      cpSync(folder, copy, { recursive: true });
      return copy;
    },
  };
}

/** The session as a later life has it. */
export function found(
  { harness }: Life,
  { sessionId }: SessionApi,
): SessionApi {
  const session = harness.registry.find(sessionId, TEST_VIEWER);
  if (session === undefined) throw new Error("The session is gone.");
  return session;
}

/** A session whose run waits for so many people's answers; a new session by default. */
export async function waiting(life: Life, count = 1, given?: SessionApi) {
  const session = given ?? (await life.harness.session());
  const watch = new EventWatch(session);
  const { runId } = await session.sendMessage({ text: "go" }, TEST_ORIGIN);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { payload } = await watch.untilType(
      "approval.required",
      (event) => !ids.includes(event.payload.approval.approvalId),
    );
    ids.push(payload.approval.approvalId);
  }
  return { session, watch, runId, ids };
}

/** Resolves with the run's last event. */
export function ended(watch: EventWatch, runId: string) {
  return watch.until(
    (event) =>
      event.runId === runId &&
      /^run\.(completed|failed|cancelled)$/.test(event.type),
  );
}

/** A run that looks, then asks whether it may note. */
export const oneNote = turns(
  { text: "I look first. ", calls: [call("look", "here")] },
  { text: "Now I note. ", calls: [call("note", "a")] },
  { text: "Done." },
);

/** A run that asks twice at once. */
export const twoNotes = turns(
  { calls: [call("note", "a"), call("note", "b")] },
  { text: "Done." },
);
