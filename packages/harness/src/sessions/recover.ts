/**
 * What a session whose process or log was lost has to append before it goes on. Pure and idempotent: on a state that
 * needs nothing it gives nothing. Nothing that may have had an effect is repeated: a started call has an unknown
 * outcome.
 */
import {
  NO_USAGE,
  addCost,
  selectRun,
  type ErrorCode,
  type EventInput,
  type ModelRef,
  type Run,
  type SessionState,
  type Step,
  type ToolCallPart,
  type ToolDenialReason,
  type TraceState,
} from "@agent-studio/shared";
import { sealReply } from "../agent/end-call.ts";
import { denialReply, failureReply } from "../agent/tool-reply.ts";
import type { NewEvent } from "../events/event-store.ts";
import { isOver } from "./decide.ts";

export interface OpenModelCall {
  readonly callId: string;
  readonly turn: number;
  readonly model: ModelRef;
}

export interface RecoveryFacts {
  /** The model call that was open, with its run's model; from the trace. */
  readonly openModelCall?: OpenModelCall | undefined;
  /** Whether waiting approvals can be rebuilt, so that a run which only waits for people goes on waiting. */
  readonly canWait: boolean;
  /** Wall clock, in milliseconds. */
  readonly now: number;
}

export interface Recovery {
  /** Ends of calls seal what the model is told of them, so that the next run's history is whole. */
  readonly events: readonly NewEvent[];
  /** The run still waits for people. */
  readonly waits: boolean;
}

/** Decides the recovery of a session, with its open model call from the trace. */
export function recoveryOf(
  state: SessionState,
  trace: TraceState,
  facts: Omit<RecoveryFacts, "openModelCall">,
): Recovery {
  const active =
    state.activeRunId === null
      ? undefined
      : selectRun(trace, state.activeRunId);
  const openModelCall =
    active === undefined
      ? undefined
      : findOpenModelCall(active.run, active.steps);
  return recover(state, { ...facts, openModelCall });
}

/** Decides the recovery of a session. */
export function recover(state: SessionState, facts: RecoveryFacts): Recovery {
  const run = state.runs.find(
    (candidate) => candidate.runId === state.activeRunId && !isOver(candidate),
  );
  if (run === undefined) {
    return { events: state.trust ? [resumed()] : [], waits: false };
  }
  const open = openCalls(state);
  const waits =
    facts.canWait &&
    state.open?.stopReason !== undefined &&
    open.length > 0 &&
    open.every(canGoOn);
  if (waits && open.some(isPending)) {
    return {
      events: [
        resumed(),
        ...open
          .filter((call) => call.state === "running" || isRefused(call))
          .map((call) => endCall(run, call)),
      ],
      waits: true,
    };
  }
  return {
    events: [resumed(), ...closeRun(state, run, open, facts)],
    waits: false,
  };
}

function resumed(): EventInput {
  return { type: "session.resumed", payload: { reason: "restart" } };
}

interface OpenCall extends ToolCallPart {
  readonly toolCallId: string;
}

function openCalls(state: SessionState): readonly OpenCall[] {
  return (state.open?.parts ?? []).filter(
    (part): part is OpenCall =>
      part.kind === "tool" &&
      part.toolCallId !== undefined &&
      (part.state === "requested" ||
        part.state === "awaiting_approval" ||
        part.state === "running"),
  );
}

function isPending(call: OpenCall): boolean {
  return call.approval?.status === "pending";
}

/** Decided against, but the process was gone before the call could end. */
function isRefused({ approval }: OpenCall): boolean {
  return (
    approval?.status === "denied" ||
    approval?.status === "expired" ||
    approval?.status === "invalidated"
  );
}

function canGoOn(call: OpenCall): boolean {
  return (
    call.state === "running" ||
    isPending(call) ||
    isRefused(call) ||
    call.approval?.status === "approved"
  );
}

function closeRun(
  state: SessionState,
  run: Run,
  open: readonly OpenCall[],
  facts: RecoveryFacts,
): readonly NewEvent[] {
  const { runId } = run;
  const approvals = open.flatMap((call): EventInput[] => {
    const approval = call.approval;
    if (approval?.status !== "pending") return [];
    const { approvalId, toolCallId } = approval;
    return [
      {
        type: "approval.resolved",
        runId,
        actor: { kind: "system" },
        payload: { approvalId, toolCallId, status: "cancelled" },
      },
    ];
  });
  return [
    ...approvals,
    ...open.map((call) => endCall(run, call)),
    ...closeMessage(state, run),
    ...closeModelCall(state, run, facts),
    {
      type: "run.failed",
      runId,
      payload: {
        code: "INTERRUPTED",
        message:
          "The server stopped while this run was active. Send the message again to go on.",
        retryable: true,
        usage: run.usage,
        costUsd: addCost(run.costUsd, facts.openModelCall ? null : 0),
        durationMs: Math.max(0, facts.now - Date.parse(run.startedAt)),
        turns: run.turns,
      },
    },
  ];
}

function unknownOutcome(run: Run, call: OpenCall): NewEvent {
  const { toolCallId, toolName } = call;
  const code = "UNKNOWN_OUTCOME";
  const message =
    "The call had started when the server stopped. Its outcome is unknown: it may have had its effect. Check before you do it again.";
  return {
    type: "tool.failed",
    runId: run.runId,
    payload: { toolCallId, toolName, code, message, durationMs: 0 },
    sealed: sealReply(call, failureReply(code, message)),
  };
}

function endCall(run: Run, call: OpenCall): NewEvent {
  if (call.state === "running") return unknownOutcome(run, call);
  switch (call.approval?.status) {
    case "denied":
      return denied(run, call, "TOOL_DENIED", "user");
    case "expired":
    case "invalidated":
      return denied(run, call, "TOOL_DENIED", call.approval.status);
    default:
      return denied(run, call, "INTERRUPTED", "cancelled");
  }
}

function denied(
  { runId }: Run,
  call: OpenCall,
  code: ErrorCode,
  reason: ToolDenialReason,
): NewEvent {
  const { toolCallId, toolName } = call;
  return {
    type: "tool.denied",
    runId,
    payload: { toolCallId, toolName, code, reason },
    sealed: sealReply(call, denialReply(reason, code, call.approval?.reason)),
  };
}

function closeMessage(state: SessionState, run: Run): readonly EventInput[] {
  const open = state.open;
  if (open === null || open.stopReason !== undefined) return [];
  const textOf = (kind: "text" | "reasoning"): string =>
    open.parts.map((part) => (part.kind === kind ? part.text : "")).join("");
  const reasoning = textOf("reasoning");
  return [
    {
      type: "assistant.completed",
      runId: run.runId,
      payload: {
        messageId: open.messageId,
        text: textOf("text"),
        ...(reasoning === "" ? {} : { reasoning }),
        stopReason: "aborted",
      },
    },
  ];
}

/** A message that was complete keeps its stop reason for its call. */
function closeModelCall(
  { open }: SessionState,
  run: Run,
  { openModelCall: call }: RecoveryFacts,
): readonly EventInput[] {
  if (call === undefined) return [];
  const payload = {
    callId: call.callId,
    turn: call.turn,
    model: call.model,
    stopReason: open?.stopReason ?? ("aborted" as const),
    usage: NO_USAGE,
    costUsd: null,
    firstTokenMs: null,
    durationMs: 0,
  };
  return [{ type: "model.responded", runId: run.runId, payload }];
}

/** The open model call of a run's steps, if there is one. */
export function findOpenModelCall(
  run: Run,
  steps: readonly Step[],
): OpenModelCall | undefined {
  const step = steps.findLast(
    (candidate) => candidate.kind === "model" && candidate.status === "open",
  );
  return step === undefined
    ? undefined
    : { callId: step.id, turn: step.turn, model: run.model };
}
