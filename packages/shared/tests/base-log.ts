/** A log in which everything happens, and what such logs are made of. */
import type { EventPayload, EventType, HarnessEvent } from "../src/index.ts";
import { anApproval, anArtifact, anAttachment } from "../src/testing/index.ts";

export interface Step {
  readonly type: EventType;
  readonly payload: unknown;
  readonly runId?: string;
  readonly actor?: { readonly kind: string };
}

export const ID = "0000000000000000";
export const RUN = `run_${ID}`;
export const RUN_B = "run_1111111111111111";
export const CALL = `call_${ID}`;
export const CALL_B = "call_1111111111111111";
export const CALL_C = "call_2222222222222222";
export const USAGE = {
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
};
export const TWICE = { ...USAGE, inputTokens: 2, outputTokens: 2 };
export const MODEL = { providerId: "demo", modelId: "demo" };
export const PERSON = { kind: "viewer" };

export const of = <T extends EventType>(
  type: T,
  payload: EventPayload<T>,
  extras: Partial<Step> = { runId: RUN },
): Step => ({ type, payload, ...extras });
export const alone = <T extends EventType>(
  type: T,
  payload: EventPayload<T>,
): Step => of(type, payload, {});
const responded = (turn: number, stopReason: "tool_use" | "stop"): Step =>
  of("model.responded", {
    callId: `mdl_${turn}${ID}`.slice(0, 20),
    turn,
    model: MODEL,
    stopReason,
    usage: USAGE,
    costUsd: 0.5,
    firstTokenMs: 1,
    durationMs: 2,
  });
const requested = (turn: number): Step =>
  of("model.requested", { callId: `mdl_${turn}${ID}`.slice(0, 20), turn });
export const request = (
  toolCallId: string,
  effect: "read" | "write",
  policy: "allow" | "ask",
): Step =>
  of("tool.requested", {
    toolCallId,
    toolName: "tool",
    messageId: `msg_a${ID}`,
    part: 1,
    args: {},
    effect,
    policy,
  });
export const started = (toolCallId: string): Step =>
  of("tool.started", { toolCallId, toolName: "tool" });
const completed = (toolCallId: string): Step =>
  of("tool.completed", {
    toolCallId,
    toolName: "tool",
    result: { text: "done" },
    durationMs: 1,
  });
const said = (
  letter: string,
  text: string,
  stopReason: "tool_use" | "stop",
) => {
  const messageId = `msg_${letter}${ID}`;
  return [
    of("assistant.started", { messageId }),
    of("assistant.delta", {
      messageId,
      part: 0,
      delta: text,
      channel: "text",
    }),
    of("assistant.completed", { messageId, text, stopReason }),
  ];
};

/** One log in which everything happens: its places are named by what stands there. */
export const BASE: readonly Step[] = [
  alone("session.started", { labId: "ads-report", title: "A" }),
  alone("session.updated", { trust: true }),
  alone("attachment.added", { attachment: anAttachment() }),
  of("run.started", { messageId: `msg_u${ID}`, model: MODEL }),
  of("user.message", { messageId: `msg_u${ID}`, text: "go", attachments: [] }),
  requested(1),
  ...said("a", "I act.", "tool_use"),
  responded(1, "tool_use"),
  request(CALL, "read", "allow"),
  request(CALL_B, "write", "ask"),
  request(CALL_C, "write", "ask"),
  of("skill.requested", { name: "ads", toolCallId: CALL }),
  started(CALL),
  of("approval.required", {
    approval: anApproval({ toolCallId: CALL_B, runId: RUN }),
  }),
  of("approval.required", {
    approval: anApproval({
      approvalId: "ap_1111111111111111",
      toolCallId: CALL_C,
      runId: RUN,
    }),
  }),
  completed(CALL),
  of("skill.loaded", { name: "ads", toolCallId: CALL, characters: 3 }),
  of(
    "approval.resolved",
    { approvalId: `ap_${ID}`, toolCallId: CALL_B, status: "approved" },
    { runId: RUN, actor: PERSON },
  ),
  of(
    "approval.resolved",
    {
      approvalId: "ap_1111111111111111",
      toolCallId: CALL_C,
      status: "approved",
    },
    { runId: RUN, actor: { kind: "trust" } },
  ),
  started(CALL_B),
  of("artifact.saved", { artifact: anArtifact(), toolCallId: CALL_B }),
  completed(CALL_B),
  started(CALL_C),
  completed(CALL_C),
  requested(2),
  ...said("b", "Done.", "stop"),
  responded(2, "stop"),
  of("run.completed", {
    messageId: `msg_b${ID}`,
    usage: TWICE,
    costUsd: 1,
    durationMs: 9,
    turns: 2,
  }),
];

/** The events of a log. */
export function numbered(steps: readonly Step[]): HarnessEvent[] {
  return steps.map(
    (step, index) =>
      ({
        eventId: `evt_${"A".repeat(22)}_${index + 1}`,
        sessionId: `ses_${ID}`,
        sequence: index + 1,
        timestamp: "2026-01-01T12:00:00.000Z",
        ...step,
      }) as HarnessEvent,
  );
}
