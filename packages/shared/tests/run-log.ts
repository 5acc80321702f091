/** A session with one run, told step by step. */
import { expect } from "vitest";
import { createInitialState, fold } from "../src/index.ts";
import type {
  AssistantMessage,
  SessionState,
  ToolCallPart,
} from "../src/index.ts";
import { anApproval, createEventWriter } from "../src/testing/index.ts";
import type { EventWriter } from "../src/testing/index.ts";

export const RUN = "run_0000000000000099";
export const OF_RUN = { runId: RUN };
export const MODEL = { providerId: "demo", modelId: "demo" };
export const USAGE = {
  inputTokens: 7,
  outputTokens: 3,
  cacheReadTokens: 1,
  cacheWriteTokens: 0,
};
export const TOTALS = { usage: USAGE, costUsd: 0.5, durationMs: 10, turns: 1 };
export const VIEWER = { kind: "viewer", id: "viw_0000000000000000" } as const;

/** A session in the middle of its first run. */
export function running(): EventWriter {
  const writer = createEventWriter();
  writer.write("session.started", { labId: "ads-report", title: "Ads" });
  writer.write("run.started", { messageId: "msg_user", model: MODEL }, OF_RUN);
  writer.write(
    "user.message",
    { messageId: "msg_user", text: "Hello", attachments: [] },
    OF_RUN,
  );
  return writer;
}

/** A model call begins. */
export function callModel(writer: EventWriter, turn = 1): void {
  writer.write("model.requested", { callId: `mdl_${turn}`, turn }, OF_RUN);
}

/** The open model call ends. */
export function answerModel(
  writer: EventWriter,
  stopReason: "stop" | "tool_use" | "error" | "aborted",
  turn = 1,
): void {
  const answer = {
    callId: `mdl_${turn}`,
    turn,
    model: MODEL,
    usage: USAGE,
    costUsd: 0.5,
    firstTokenMs: 1,
    durationMs: 2,
  };
  writer.write("model.responded", { ...answer, stopReason }, OF_RUN);
}

/** A whole model call whose message asks for these tools. */
export function askFor(
  writer: EventWriter,
  toolNames: readonly string[],
): void {
  callModel(writer);
  writer.write("assistant.started", { messageId: "msg_1" }, OF_RUN);
  writer.write(
    "assistant.completed",
    { messageId: "msg_1", text: "", stopReason: "tool_use" },
    OF_RUN,
  );
  answerModel(writer, "tool_use");
  toolNames.forEach((toolName, part) => {
    const call = {
      toolCallId: `call_${part}`,
      toolName,
      messageId: "msg_1",
      part,
      args: { n: part },
    };
    writer.write(
      "tool.requested",
      { ...call, effect: "write", policy: "ask" },
      OF_RUN,
    );
  });
}

/** A person is asked about one of the calls. */
export function ask(writer: EventWriter, part: number): void {
  const approval = anApproval({
    approvalId: `ap_${part}`,
    toolCallId: `call_${part}`,
    runId: RUN,
  });
  writer.write("approval.required", { approval }, OF_RUN);
}

/** What the events so far fold to. */
export function stateOf(writer: EventWriter): SessionState {
  const { state, gap } = fold(
    createInitialState(writer.sessionId),
    writer.events,
  );
  expect(gap).toBeNull();
  return state;
}

export const callOf = (state: SessionState, part: number) =>
  state.open?.parts[part] as ToolCallPart;
export const lastMessage = (state: SessionState) =>
  state.messages.at(-1) as AssistantMessage;
