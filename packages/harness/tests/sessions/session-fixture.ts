import { checkLegal } from "@agent-studio/shared/testing";
import { afterEach, expect } from "vitest";
import { newId, type SessionApi } from "../../src/index.ts";
import {
  FakeAgentSessionFactory,
  type FakeAgentOptions,
  type FakeScript,
  type FakeTurn,
} from "../../src/testing/fake-agent-session.ts";
import {
  EventWatch,
  TEST_ORIGIN,
  TestHarness,
  type TestHarnessOptions,
} from "../../src/testing/test-harness.ts";
import { createTestLab, ToolProbe } from "../../src/testing/test-lab.ts";

export interface SessionFixture {
  readonly harness: TestHarness;
  readonly agents: FakeAgentSessionFactory;
  readonly probe: ToolProbe;
  readonly session: SessionApi;
  readonly watch: EventWatch;
  /** Sends a message and gives the run's id. */
  send(text?: string): Promise<string>;
  /** Resolves with the terminal event of the run. */
  ended(runId: string): Promise<EventWatch["events"][number]>;
  dispose(): Promise<void>;
}

export interface FixtureOptions {
  readonly script: FakeScript;
  readonly fake?: Partial<FakeAgentOptions>;
  readonly harness?: Partial<TestHarnessOptions>;
  readonly lab?: Parameters<typeof createTestLab>[1];
}

export async function openFixture(
  options: FixtureOptions,
): Promise<SessionFixture> {
  const probe = new ToolProbe();
  const agents = new FakeAgentSessionFactory({
    script: options.script,
    newToolCallId: () => newId("call"),
    ...options.fake,
  });
  const harness = await TestHarness.create({
    labs: [createTestLab(probe, options.lab)],
    agents,
    ...options.harness,
  });
  const session = await harness.session();
  const watch = new EventWatch(session);
  return {
    harness,
    agents,
    probe,
    session,
    watch,
    send: async (text = "go") =>
      (await session.sendMessage({ text }, TEST_ORIGIN)).runId,
    ended: (runId) =>
      watch.until(
        (event) =>
          event.runId === runId &&
          event.type.startsWith("run.") &&
          /completed|failed|cancelled/.test(event.type),
      ),
    dispose: async () => {
      await harness.dispose();
      await watch.close();
    },
  };
}

/** A script of fixed turns, the same for every run. */
export function turns(...steps: readonly FakeTurn[]): FakeScript {
  return ({ turn }) => steps[turn - 1];
}

/** A call of a test tool. */
export function call(
  toolName: string,
  value = "x",
): { toolName: string; args: { value: string } } {
  return { toolName, args: { value } };
}

/**
 * Opens fixtures for the tests of one file. After each test they are disposed of, and their logs have to be legal; unless
 * `defects` are allowed there have to be none.
 */
export function useFixtures(
  options: { readonly defects?: "allowed" } = {},
): typeof openFixture {
  const opened: SessionFixture[] = [];
  afterEach(async () => {
    for (const { dispose, watch, harness } of opened.splice(0)) {
      await dispose();
      expect(checkLegal(watch.events)).toEqual([]);
      if (options.defects !== "allowed") expect(harness.defects).toEqual([]);
    }
  });
  return async (fixture) => {
    const used = await openFixture(fixture);
    opened.push(used);
    return used;
  };
}
