import { playStep } from "./play-call.ts";
import { pointOfStory } from "./play-point.ts";
import { playRestart } from "./play-restart.ts";
import { openCalls } from "./story.ts";
import type { CallStory, RunStory, StoryTool } from "./story.ts";

const TOOLS = [
  { toolName: "read", effect: "read", policy: "allow" },
  { toolName: "save_report_draft", effect: "write", policy: "ask" },
  { toolName: "mock_ads_metrics", effect: "read", policy: "allow" },
  { toolName: "propose_change", effect: "propose", policy: "allow" },
  { toolName: "send_report", effect: "send", policy: "always_ask" },
  { toolName: "drop_table", effect: "write", policy: "deny" },
  { toolName: "__proto__", effect: "read", policy: "deny", isUnknown: true },
] as const satisfies readonly [StoryTool, ...StoryTool[]];

/** All calls of the last message, step by step and in any order, until each has ended. */
export function playCalls(run: RunStory): void {
  const { choices } = run.session;
  run.calls = requestCalls(run);
  for (let open = openCalls(run); open.length > 0; open = openCalls(run)) {
    pointOfStory(run);
    const ready = open.filter((call) => !isHeldUp(call, open));
    const call = ready[choices.below(ready.length)];
    if (call !== undefined) playStep(run, call);
    if (choices.seldom(10)) playRestart(run);
  }
}

function requestCalls(run: RunStory): readonly CallStory[] {
  const { choices, writer } = run.session;
  const { message } = run;
  if (message === null) return [];
  const calls = Array.from(
    { length: 1 + choices.below(4) },
    (_, index): CallStory => ({
      toolCallId: writer.id("call"),
      tool: choices.one<StoryTool>(TOOLS),
      part: message.nextPart + index,
      phase: "requested",
      approvalId: null,
      skill: null,
    }),
  );
  for (const { toolCallId, tool, part } of calls) {
    const { toolName, effect, policy } = tool;
    const args = choices.one<unknown>([
      { path: "a.md" },
      {},
      { ["__proto__"]: 1 },
      { truncated: true, originalBytes: 70_000, preview: "{" },
    ]);
    writer.write(
      "tool.requested",
      {
        toolCallId,
        messageId: message.messageId,
        part,
        toolName,
        args,
        effect,
        policy,
      },
      { runId: run.runId },
    );
  }
  return calls;
}

const hasEffect = ({ tool }: CallStory) =>
  tool.effect === "write" || tool.effect === "send";

/** Effects wait for each other. */
function isHeldUp(call: CallStory, open: readonly CallStory[]): boolean {
  return (
    call.phase === "approved" &&
    hasEffect(call) &&
    open.some((other) => other.phase === "started" && hasEffect(other))
  );
}
