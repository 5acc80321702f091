/** A log has one owner: whoever lost it to another one writes nothing any more, also when it is told to close. */
import { verifyLog } from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { afterEach, describe, expect, it } from "vitest";
import { newId } from "../../src/index.ts";
import { FakeAgentSessionFactory } from "../../src/testing/fake-agent-session.ts";
import { SurvivingEventStore } from "../../src/testing/surviving-event-store.ts";
import {
  EventWatch,
  TEST_ORIGIN,
  TestHarness,
} from "../../src/testing/test-harness.ts";
import { createTestLab, ToolProbe } from "../../src/testing/test-lab.ts";
import { call, turns } from "./session-fixture.ts";

const harnesses: TestHarness[] = [];
afterEach(async () => {
  await Promise.all(harnesses.splice(0).map((harness) => harness.dispose()));
});

async function live(store: SurvivingEventStore) {
  const probe = new ToolProbe();
  const harness = await TestHarness.create({
    labs: [createTestLab(probe)],
    agents: new FakeAgentSessionFactory({
      script: turns({ calls: [call("held", "a")] }, { text: "Done." }),
      newToolCallId: () => newId("call"),
    }),
    deps: { store },
  });
  harnesses.push(harness);
  await harness.registry.restore();
  return { harness, probe };
}

/** A trusted run that is in its tool when another process opens the log. */
async function takenOver() {
  const store = new SurvivingEventStore();
  const before = await live(store);
  const session = await before.harness.session();
  await session.update({ trust: true }, TEST_ORIGIN);
  const watch = new EventWatch(session);
  await session.sendMessage({ text: "go" }, TEST_ORIGIN);
  await before.probe.begun();
  await live(store);
  return { before, session, watch };
}

const sequences = (watch: EventWatch): number[] =>
  watch.events.map(({ sequence }) => sequence);

describe("a session whose log was opened by another process", () => {
  it("refuses commands and leaves the log to its new owner", async () => {
    const { session, watch } = await takenOver();
    await watch.untilType("run.failed");
    const known = sequences(watch);
    await expect(
      session.update({ title: "Mine" }, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(
      session.sendMessage({ text: "again" }, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await watch.close();
    expect(sequences(watch)).toEqual(known);
  });

  it("ends a run that was in a tool as its new owner says, once, when the older process closes", async () => {
    const { before, watch } = await takenOver();
    await watch.untilType("run.failed");
    const known = sequences(watch);
    before.probe.release();
    await before.harness.registry.close();
    await watch.close();
    expect(sequences(watch)).toEqual(known);
    expect(verifyLog(watch.events)).toEqual([]);
    expect(checkLegal(watch.events)).toEqual([]);
  });
});
