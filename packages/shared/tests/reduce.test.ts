import { describe, expect, it } from "vitest";
import { anArtifact } from "../src/testing/index.ts";
import {
  OF_RUN,
  USAGE,
  TOTALS,
  VIEWER,
  running,
  callModel,
  answerModel,
  askFor,
  ask,
  stateOf,
  callOf,
  lastMessage,
} from "./run-log.ts";

describe("messages", () => {
  it("stand in the order user, assistant, and the turn in progress stands apart", () => {
    const writer = running();
    callModel(writer);
    writer.write("assistant.started", { messageId: "msg_1" }, OF_RUN);
    writer.write(
      "assistant.delta",
      { messageId: "msg_1", part: 0, delta: "Hmm", channel: "reasoning" },
      OF_RUN,
    );
    writer.write(
      "assistant.delta",
      { messageId: "msg_1", part: 1, delta: "Hi ", channel: "text" },
      OF_RUN,
    );
    writer.write(
      "assistant.delta",
      { messageId: "msg_1", part: 1, delta: "there", channel: "text" },
      OF_RUN,
    );
    const state = stateOf(writer);
    expect(state.messages.map(({ role }) => role)).toEqual(["user"]);
    expect(state.open).toMatchObject({
      messageId: "msg_1",
      turn: 1,
      parts: [
        { kind: "reasoning", part: 0, text: "Hmm" },
        { kind: "text", part: 1, text: "Hi there" },
      ],
    });
    expect(state.open).not.toHaveProperty("stopReason");
  });

  it("note from when to when the model reasoned, and no time of its text", () => {
    const writer = running();
    callModel(writer);
    writer.write("assistant.started", { messageId: "msg_1" }, OF_RUN);
    const say = (part: number, channel: "text" | "reasoning") => {
      const said = { messageId: "msg_1", part, delta: "…", channel };
      writer.write("assistant.delta", said, OF_RUN);
      return writer.events.at(-1)?.timestamp;
    };
    const startedAt = say(0, "reasoning");
    writer.now(2_000);
    const endedAt = say(0, "reasoning");
    say(1, "text");
    expect(stateOf(writer).open?.parts).toEqual([
      { kind: "reasoning", part: 0, text: "……", startedAt, endedAt },
      { kind: "text", part: 1, text: "…" },
    ]);
  });

  it("close when an attempt fails, and the next attempt has its own", () => {
    const writer = running();
    callModel(writer);
    writer.write("assistant.started", { messageId: "msg_1" }, OF_RUN);
    writer.write(
      "assistant.delta",
      { messageId: "msg_1", part: 0, delta: "Hi", channel: "text" },
      OF_RUN,
    );
    writer.write(
      "assistant.completed",
      { messageId: "msg_1", text: "Hi", stopReason: "error" },
      OF_RUN,
    );
    answerModel(writer, "error");
    const retry = {
      attempt: 1,
      delayMs: 500,
      code: "PROVIDER_UNAVAILABLE",
      message: "Once more.",
    } as const;
    writer.write("run.retrying", retry, OF_RUN);
    const waiting = stateOf(writer);
    expect(waiting.retry).toEqual({ ...retry, at: writer.now() });
    expect(waiting.open?.stopReason).toBe("error");

    callModel(writer);
    writer.write("assistant.started", { messageId: "msg_2" }, OF_RUN);
    const state = stateOf(writer);
    expect(state.retry).toBeNull();
    expect(state.messages.map(({ messageId }) => messageId)).toEqual([
      "msg_user",
      "msg_1",
    ]);
    expect(state.open?.messageId).toBe("msg_2");
    expect(state.totals.turns).toBe(1);
    expect(state.totals.usage).toEqual(USAGE);
  });

  it("carry the end of their run", () => {
    const writer = running();
    callModel(writer);
    writer.write("assistant.started", { messageId: "msg_1" }, OF_RUN);
    writer.write(
      "assistant.completed",
      { messageId: "msg_1", text: "", stopReason: "stop" },
      OF_RUN,
    );
    answerModel(writer, "stop");
    writer.write("run.completed", { messageId: "msg_1", ...TOTALS }, OF_RUN);
    const state = stateOf(writer);
    expect(state.open).toBeNull();
    expect(lastMessage(state)).toMatchObject({
      messageId: "msg_1",
      stopReason: "stop",
      end: { status: "completed" },
    });
    expect(state.runs).toMatchObject([
      { status: "completed", turns: 1, usage: USAGE, costUsd: 0.5 },
    ]);
  });

  it("are made for a run that ends without one", () => {
    const writer = running();
    callModel(writer);
    answerModel(writer, "error");
    const failure = {
      code: "PROVIDER_AUTH",
      message: "The key was refused.",
      retryable: false,
    } as const;
    writer.write("run.failed", { ...failure, ...TOTALS }, OF_RUN);
    const state = stateOf(writer);
    expect(lastMessage(state)).toMatchObject({
      messageId: "msg_0000000000000099",
      parts: [],
      stopReason: "error",
      end: { status: "failed", ...failure },
    });
    expect(state.runs[0]).toMatchObject({
      status: "failed",
      code: "PROVIDER_AUTH",
    });
  });

  it("say why a run was stopped", () => {
    const writer = running();
    writer.write(
      "run.cancelled",
      { reason: "timeout", ...TOTALS, costUsd: null },
      OF_RUN,
    );
    const state = stateOf(writer);
    expect(lastMessage(state).end).toEqual({
      status: "cancelled",
      reason: "timeout",
    });
    expect(state.runs[0]).toMatchObject({
      status: "cancelled",
      reason: "timeout",
      costUsd: null,
    });
    expect(state.status).toBe("idle");
  });

  it("take nothing from a run that is over", () => {
    const writer = running();
    writer.write("run.cancelled", { reason: "user", ...TOTALS }, OF_RUN);
    const before = stateOf(writer);
    writer.write("assistant.started", { messageId: "msg_1" }, OF_RUN);
    writer.write(
      "assistant.delta",
      { messageId: "msg_1", part: 0, delta: "late", channel: "text" },
      OF_RUN,
    );
    writer.write("run.completed", TOTALS, OF_RUN);
    const { sequence, updatedAt } = stateOf(writer);
    expect(stateOf(writer)).toEqual({ ...before, sequence, updatedAt });
  });
});

describe("tool calls", () => {
  it("are drafted, then requested in the same place", () => {
    const writer = running();
    callModel(writer);
    writer.write("assistant.started", { messageId: "msg_1" }, OF_RUN);
    writer.write(
      "tool.drafted",
      { messageId: "msg_1", part: 0, toolName: "read", argsBytes: 10 },
      OF_RUN,
    );
    writer.write(
      "tool.drafted",
      { messageId: "msg_1", part: 0, toolName: "read", argsBytes: 20 },
      OF_RUN,
    );
    expect(stateOf(writer).open?.parts).toEqual([
      {
        kind: "tool",
        part: 0,
        toolName: "read",
        state: "drafted",
        argsBytes: 20,
      },
    ]);
    writer.write(
      "assistant.completed",
      { messageId: "msg_1", text: "", stopReason: "tool_use" },
      OF_RUN,
    );
    const call = {
      toolCallId: "call_0",
      toolName: "read",
      messageId: "msg_1",
      part: 0,
      args: {},
    };
    writer.write(
      "tool.requested",
      { ...call, effect: "read", policy: "allow" },
      OF_RUN,
    );
    const [part] = stateOf(writer).open?.parts ?? [];
    expect(part).toMatchObject({
      state: "requested",
      toolCallId: "call_0",
      effect: "read",
      policy: "allow",
    });
    expect(part).not.toHaveProperty("argsBytes");
  });

  it("go from the question through the answer to their end, each on its own", () => {
    const writer = running();
    askFor(writer, ["save", "save", "save"]);
    [0, 1, 2].forEach((part) => ask(writer, part));
    expect(callOf(stateOf(writer), 0)).toMatchObject({
      state: "awaiting_approval",
      approval: { status: "pending" },
    });

    const edited = {
      approvalId: "ap_0",
      toolCallId: "call_0",
      status: "approved",
      editedArgs: { n: 9 },
    } as const;
    writer.write("approval.resolved", edited, { ...OF_RUN, actor: VIEWER });
    const denied = {
      approvalId: "ap_1",
      toolCallId: "call_1",
      status: "denied",
      reason: "no",
    } as const;
    writer.write("approval.resolved", denied, { ...OF_RUN, actor: VIEWER });
    writer.write(
      "tool.denied",
      {
        toolCallId: "call_1",
        toolName: "save",
        code: "TOOL_DENIED",
        reason: "user",
      },
      OF_RUN,
    );
    writer.write(
      "tool.started",
      { toolCallId: "call_0", toolName: "save" },
      OF_RUN,
    );
    writer.write(
      "tool.progressed",
      {
        toolCallId: "call_0",
        toolName: "save",
        message: "half",
        fraction: 0.5,
      },
      OF_RUN,
    );
    expect(callOf(stateOf(writer), 0)).toMatchObject({
      state: "running",
      progress: { message: "half", fraction: 0.5 },
    });

    writer.write(
      "artifact.saved",
      { artifact: anArtifact(), toolCallId: "call_0" },
      OF_RUN,
    );
    const result = { text: "saved" };
    writer.write(
      "tool.completed",
      { toolCallId: "call_0", toolName: "save", result, durationMs: 4 },
      OF_RUN,
    );
    const state = stateOf(writer);
    expect(callOf(state, 0)).toMatchObject({
      state: "completed",
      result,
      durationMs: 4,
      artifact: { name: "report.md" },
      approval: {
        status: "approved",
        editedArgs: { n: 9 },
        resolvedBy: VIEWER,
      },
    });
    expect(callOf(state, 0)).not.toHaveProperty("progress");
    expect(callOf(state, 1)).toMatchObject({
      state: "denied",
      code: "TOOL_DENIED",
      reason: "user",
    });
    expect(callOf(state, 2)).toMatchObject({ state: "awaiting_approval" });
    expect(state.approvals.map(({ status }) => status)).toEqual([
      "approved",
      "denied",
      "pending",
    ]);
    expect(state.totals.toolCalls).toBe(3);
  });

  it("keep the first answer", () => {
    const writer = running();
    askFor(writer, ["save"]);
    ask(writer, 0);
    writer.write(
      "approval.resolved",
      { approvalId: "ap_0", toolCallId: "call_0", status: "denied" },
      OF_RUN,
    );
    writer.write(
      "approval.resolved",
      { approvalId: "ap_0", toolCallId: "call_0", status: "approved" },
      OF_RUN,
    );
    expect(stateOf(writer).approvals[0]?.status).toBe("denied");
  });

  it("tell which skill they read", () => {
    const writer = running();
    askFor(writer, ["read"]);
    writer.write(
      "skill.requested",
      { name: "ads-analysis", toolCallId: "call_0" },
      OF_RUN,
    );
    expect(callOf(stateOf(writer), 0).skill).toEqual({
      name: "ads-analysis",
      loaded: false,
    });
    writer.write(
      "skill.loaded",
      { name: "ads-analysis", toolCallId: "call_0", characters: 12 },
      OF_RUN,
    );
    const state = stateOf(writer);
    expect(callOf(state, 0).skill).toEqual({
      name: "ads-analysis",
      loaded: true,
    });
    expect(state.skills).toEqual([
      {
        name: "ads-analysis",
        toolCallId: "call_0",
        status: "loaded",
        characters: 12,
      },
    ]);
  });
});
