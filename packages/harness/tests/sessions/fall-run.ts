/**
 * One life of a harness on a folder that falls over at a given point: `node fall-run.ts <folder> <point>`. The tool
 * leaves one line in `effects.txt` each time it is carried out.
 */
import { appendFileSync } from "node:fs";
import path from "node:path";
import { Type } from "@sinclair/typebox";
import { defineLab, defineTool, newId } from "../../src/index.ts";
import { SqliteEventStore } from "../../src/events/sqlite-event-store.ts";
import { FakeAgentSessionFactory } from "../../src/testing/fake-agent-session.ts";
import {
  EventWatch,
  TEST_ORIGIN,
  TEST_VIEWER,
  TestHarness,
} from "../../src/testing/test-harness.ts";

const [folder = "", point = "none"] = process.argv.slice(2);
const fall = (): void => {
  process.kill(process.pid, "SIGKILL");
};
const text = (value: string) => ({ "zh-CN": value, en: value });

const effect = defineTool({
  name: "effect",
  title: text("effect"),
  description: "Leaves a line.",
  parameters: Type.Object({}, { additionalProperties: false }),
  effect: "write",
  execute: () => {
    if (point === "before-exec") fall();
    appendFileSync(path.join(folder, "effects.txt"), "once\n");
    if (point === "after-exec") fall();
    return { text: "done" };
  },
});

const harness = await TestHarness.create({
  labs: [
    defineLab({
      labId: "falling",
      title: text("falling"),
      description: text("falling"),
      systemPrompt: "You are tested.",
      tools: [effect],
      artifacts: [],
      skills: [],
      demoPrompt: text("go"),
      demoScript: () => [],
    }),
  ],
  agents: new FakeAgentSessionFactory({
    script: ({ turn }) =>
      turn === 1 ? { calls: [{ toolName: "effect" }] } : { text: "Done." },
    newToolCallId: () => newId("call"),
  }),
  deps: {
    dataDir: folder,
    store: await SqliteEventStore.open({
      folder,
      commit: (batch) => {
        const has = (type: string) =>
          batch.some((event) => event.type === type);
        if (point === "before-commit" && has("tool.completed")) fall();
        if (point === "before-start" && has("tool.started")) fall();
      },
    }),
  },
});
await harness.registry.restore();

const session =
  harness.registry.list(TEST_VIEWER)[0] ?? (await harness.session());
const watch = new EventWatch(session);
if (session.runs().length === 0)
  await session.sendMessage({ text: "go" }, TEST_ORIGIN);
if (point === "after-commit") void watch.untilType("tool.completed").then(fall);
for (;;) {
  const run = session.runs().at(-1);
  const waiting = session
    .approvals()
    .find(({ status }) => status === "pending");
  if (waiting !== undefined)
    await session.approve(waiting.approvalId, {}, TEST_ORIGIN);
  if (run?.endedAt !== undefined) break;
  await new Promise((again) => setImmediate(again));
}
const { lastSequence } = session.summary();
await watch.until(({ sequence }) => sequence === lastSequence);
process.stdout.write(JSON.stringify(watch.events));
process.exit(0);
