import { checkLegal } from "@agent-studio/shared/testing";
import { afterEach, describe, expect, it } from "vitest";
import type { DemoScript, SessionApi } from "../../src/index.ts";
import {
  EventWatch,
  TEST_ORIGIN,
  TestHarness,
} from "../../src/testing/test-harness.ts";
import { createTestLab, ToolProbe } from "../../src/testing/test-lab.ts";
import { CommitGate, has } from "../sessions/commit-gate.ts";
import { tamperedPi } from "./pi-tampered-model.ts";

interface Fixture {
  readonly harness: TestHarness;
  readonly session: SessionApi;
  readonly watch: EventWatch;
  readonly probe: ToolProbe;
  readonly gate: CommitGate;
}

const opened: Fixture[] = [];

async function open(demoScript: DemoScript): Promise<Fixture> {
  const probe = new ToolProbe();
  const gate = new CommitGate();
  const harness = await TestHarness.create({
    labs: [createTestLab(probe, { demoScript })],
    agents: tamperedPi(() => undefined),
    deps: { store: gate.store },
  });
  const session = await harness.session();
  const watch = new EventWatch(session);
  const fixture = { harness, session, watch, probe, gate };
  opened.push(fixture);
  return fixture;
}

afterEach(async () => {
  for (const { harness, watch } of opened.splice(0)) {
    await harness.dispose();
    await watch.close();
    expect(checkLegal(watch.events)).toEqual([]);
  }
});

const firstCalls =
  (...toolNames: readonly string[]): DemoScript =>
  ({ userText, turn }) =>
    userText === "go" && turn === 1
      ? toolNames.map((toolName) => ({
          kind: "call",
          toolName,
          args: { value: "x" },
        }))
      : [{ kind: "text", text: "fine" }];

const ended = ({ watch }: Fixture, runId: string) =>
  watch.until(
    (event) =>
      event.runId === runId &&
      /^run\.(completed|failed|cancelled)$/.test(event.type),
  );

async function expectGoesOn(fixture: Fixture): Promise<void> {
  const { session } = fixture;
  const next = await session.sendMessage({ text: "continue" }, TEST_ORIGIN);
  expect((await ended(fixture, next.runId)).type).toBe("run.completed");
}

describe("a conversation through the real Pi session", () => {
  it("[L01] goes on when the log was lost between a call and its result, and repeats no effect", async () => {
    const fixture = await open(firstCalls("held"));
    const { session, watch, probe, gate } = fixture;
    const { runId } = await session.sendMessage({ text: "go" }, TEST_ORIGIN);
    const { payload } = await watch.untilType("approval.required");
    await session.approve(payload.approval.approvalId, {}, TEST_ORIGIN);
    await probe.begun();
    gate.fails = has("session.updated");
    await expect(
      session.update({ title: "lost" }, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    gate.fails = () => false;
    await expectGoesOn(fixture);
    expect(await ended(fixture, runId)).toMatchObject({
      payload: { code: "INTERRUPTED" },
    });
    expect(await watch.untilType("tool.failed")).toMatchObject({
      payload: { code: "UNKNOWN_OUTCOME" },
    });
    expect(probe.executed).toEqual(["held:x"]);
  });

  it("[L01] goes on when the log was lost while a person was asked, and nothing was executed", async () => {
    const fixture = await open(firstCalls("look", "note"));
    const { session, watch, probe, gate } = fixture;
    await session.sendMessage({ text: "go" }, TEST_ORIGIN);
    await watch.untilType("approval.required");
    await watch.untilType("tool.completed");
    gate.fails = has("session.updated");
    await expect(
      session.update({ title: "lost" }, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    gate.fails = () => false;
    await expectGoesOn(fixture);
    expect(await watch.untilType("tool.denied")).toMatchObject({
      payload: { code: "INTERRUPTED", reason: "cancelled" },
    });
    expect(probe.executed).toEqual(["look:x"]);
  });

  it("[L14] refuses a message that comes while tools run, so that a stop can lose none", async () => {
    const fixture = await open(firstCalls("look", "note", "held"));
    const { session, watch } = fixture;
    const { runId } = await session.sendMessage({ text: "go" }, TEST_ORIGIN);
    await watch.untilType("approval.required");
    const message = { text: "typed meanwhile", clientMessageId: "m-2" };
    await expect(
      session.sendMessage(message, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "SESSION_BUSY" });
    await session.cancelRun(runId, TEST_ORIGIN);
    const sent = () =>
      watch.events.filter(
        (event) =>
          event.type === "user.message" && event.payload.text === message.text,
      );
    expect(sent()).toEqual([]);
    const again = await session.sendMessage(message, TEST_ORIGIN);
    expect((await ended(fixture, again.runId)).type).toBe("run.completed");
    expect(sent()).toHaveLength(1);
  });
});
