import type { Channel, StopReason } from "../event.ts";
import { addCost, addUsage } from "../usage.ts";
import { pointOfStory } from "./play-point.ts";
import { RunBroken } from "./story.ts";
import type { MessageStory, RunStory } from "./story.ts";

const WORDS = [
  "Hello ",
  "广告",
  "\u2028",
  "\r\nevent: x\r",
  "😀",
  '{"a":1}',
  "</script>",
] as const;
const MAX_ATTEMPTS = 3;

/** One turn's model call with its retries; gives the stop reason of the attempt that worked. */
export function playModelCall(
  run: RunStory,
): Exclude<StopReason, "error" | "aborted"> {
  const { choices, writer } = run.session;
  run.turn += 1;
  run.calls = [];
  for (let attempt = 1; ; attempt += 1) {
    if (run.needsResume)
      writer.write("run.resumed", { reason: "restart" }, { runId: run.runId });
    run.needsResume = false;
    run.callId = writer.id("mdl");
    run.message = null;
    writer.write(
      "model.requested",
      { callId: run.callId, turn: run.turn },
      { runId: run.runId },
    );
    pointOfStory(run);
    const outcome = choices.one([
      "stop",
      "tool_use",
      "tool_use",
      "error",
      "length",
    ]);
    writeContent(run, outcome);
    closeModelCall(run, outcome);
    if (outcome !== "error") return outcome;
    const code = choices.one([
      "PROVIDER_UNAVAILABLE",
      "PROVIDER_RATE_LIMIT",
      "PROVIDER_PROTOCOL",
    ]);
    if (attempt === MAX_ATTEMPTS || choices.seldom(3))
      throw new RunBroken(code);
    writer.write(
      "run.retrying",
      { attempt, delayMs: 1000, code, message: "The model did not answer." },
      { runId: run.runId },
    );
    pointOfStory(run);
  }
}

/** The end of an open model call and of its message. Of one that was stopped, usage and cost are not known. */
export function closeModelCall(run: RunStory, stopReason: StopReason): void {
  const { writer, choices } = run.session;
  if (run.callId === null) return;
  const extras = { runId: run.runId };
  if (run.message !== null) {
    const { messageId, text, reasoning } = run.message;
    const thoughts = reasoning === "" ? {} : { reasoning };
    writer.write(
      "assistant.completed",
      { messageId, text, ...thoughts, stopReason },
      extras,
    );
  }
  const isKnown = stopReason !== "aborted";
  const usage = {
    inputTokens: isKnown ? choices.below(50) : 0,
    outputTokens: isKnown ? choices.below(50) : 0,
    cacheReadTokens: isKnown ? choices.below(3) : 0,
    cacheWriteTokens: 0,
  };
  const costUsd = isKnown && !choices.seldom(6) ? choices.below(8) / 8 : null;
  run.usage = addUsage(run.usage, usage);
  run.costUsd = addCost(run.costUsd, costUsd);
  const timing = {
    firstTokenMs: run.message === null ? null : 3,
    durationMs: 9,
  };
  const model = { providerId: "demo", modelId: "demo" };
  writer.write(
    "model.responded",
    {
      callId: run.callId,
      turn: run.turn,
      model,
      stopReason,
      usage,
      costUsd,
      ...timing,
    },
    extras,
  );
  run.callId = null;
}

function writeContent(run: RunStory, outcome: StopReason): void {
  const { choices } = run.session;
  for (let parts = choices.below(4); parts > 0; parts -= 1)
    writePart(run, choices.one(["text", "text", "reasoning"]));
  if (outcome === "tool_use") draftCalls(run, choices.below(3));
  // A call that was begun and never finished.
  else if (outcome !== "stop" && choices.seldom(3)) draftCalls(run, 1);
}

function writePart(run: RunStory, channel: Channel): void {
  const { choices, writer } = run.session;
  const message = openMessage(run);
  const part = message.nextPart;
  message.nextPart += 1;
  for (let deltas = 1 + choices.below(5); deltas > 0; deltas -= 1) {
    const delta = choices.one(WORDS);
    message[channel] += delta;
    writer.write(
      "assistant.delta",
      { messageId: message.messageId, part, delta, channel },
      { runId: run.runId },
    );
    pointOfStory(run);
  }
}

/** Calls are announced while they are written, or not at all: that is done twice a second at most. */
function draftCalls(run: RunStory, drafts: number): void {
  const { writer } = run.session;
  const message = openMessage(run);
  let argsBytes = 10;
  for (let index = 0; index < drafts; index += 1) {
    const payload = {
      messageId: message.messageId,
      part: message.nextPart,
      toolName: "read",
      argsBytes,
    };
    writer.write("tool.drafted", payload, { runId: run.runId });
    argsBytes += 100;
    pointOfStory(run);
  }
}

function openMessage(run: RunStory): MessageStory {
  if (run.message !== null) return run.message;
  const { writer } = run.session;
  const message = {
    messageId: writer.id("msg"),
    text: "",
    reasoning: "",
    nextPart: 0,
  };
  run.message = message;
  writer.write(
    "assistant.started",
    { messageId: message.messageId },
    { runId: run.runId },
  );
  return message;
}
