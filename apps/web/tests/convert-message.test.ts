import fc from "fast-check";
import { fromThreadMessageLike } from "@assistant-ui/react";
import { describe, expect, it } from "vitest";
import { createInitialState, reduce } from "@agent-studio/shared";
import type { AssistantMessage, ToolCallPart } from "@agent-studio/shared";
import { legalLog } from "@agent-studio/shared/testing";
import { convertMessage } from "../src/ui/convert-message.ts";

const message = (overrides: Partial<AssistantMessage>): AssistantMessage => ({
  role: "assistant",
  messageId: "msg_0000000000000000",
  runId: "run_0000000000000000",
  createdAt: "2026-01-01T12:00:00.000Z",
  turn: 1,
  parts: [],
  ...overrides,
});

const call = (overrides: Partial<ToolCallPart>): ToolCallPart => ({
  kind: "tool",
  part: 0,
  toolName: "read",
  state: "requested",
  toolCallId: "call_0000000000000000",
  ...overrides,
});

describe("a message as assistant-ui draws it", () => {
  it("is accepted at every moment of any legal log", () => {
    fc.assert(
      fc.property(legalLog({ maxChoices: 120 }), (log) => {
        let state = createInitialState("ses_0000000000000000");
        for (const event of log) {
          state = reduce(state, event);
          const messages =
            state.open === null
              ? state.messages.slice(-1)
              : [...state.messages.slice(-1), state.open];
          for (const one of messages) {
            const like = convertMessage(one);
            expect(like.id).toBe(one.messageId);
            fromThreadMessageLike(like, "fallback", {
              type: "complete",
              reason: "unknown",
            });
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it("is incomplete when its run failed or was stopped", () => {
    const failed = message({
      stopReason: "error",
      end: { status: "failed", code: "PROVIDER_AUTH" },
    });
    expect(convertMessage(failed).status).toEqual({
      type: "incomplete",
      reason: "error",
      error: "PROVIDER_AUTH",
    });
    const cancelled = message({ end: { status: "cancelled", reason: "user" } });
    expect(convertMessage(cancelled).status).toEqual({
      type: "incomplete",
      reason: "cancelled",
    });
  });

  it("runs until it ends, and asks while a call waits for a person", () => {
    expect(convertMessage(message({})).status).toEqual({ type: "running" });
    const waiting = message({
      stopReason: "tool_use",
      parts: [call({ state: "awaiting_approval" }), call({ part: 1 })],
    });
    expect(convertMessage(waiting).status).toEqual({
      type: "requires-action",
      reason: "tool-calls",
    });
    const done = message({
      stopReason: "tool_use",
      parts: [call({ state: "completed", result: { text: "ok" } })],
    });
    expect(convertMessage(done).status).toEqual({
      type: "complete",
      reason: "stop",
    });
  });

  it("carries the call itself for the card, and gives a drafted one a name of its own", () => {
    const drafted: ToolCallPart = {
      kind: "tool",
      part: 2,
      toolName: "read",
      state: "drafted",
      argsBytes: 10,
    };
    const { content } = convertMessage(message({ parts: [drafted] }));
    const part = typeof content === "string" ? undefined : content[0];
    expect(part).toMatchObject({
      type: "tool-call",
      toolCallId: "draft:msg_0000000000000000:2",
    });
    expect(part?.type === "tool-call" ? part.artifact : null).toBe(drafted);
  });

  it("is empty rather than a blank page when it can't be converted", () => {
    const broken = message({});
    Object.assign(broken, { parts: null });
    expect(convertMessage(broken)).toEqual({
      role: "assistant",
      id: "msg_0000000000000000",
      content: [],
    });
  });
});
