/**
 * What a session whose process or log was lost has to append before it goes on. Pure and idempotent: on a state that
 * needs nothing it gives nothing. Nothing that may have had an effect is repeated: a started call has an unknown
 * outcome.
 */
import {
  NO_USAGE,
  type Approval,
  addCost,
  selectRun,
  type EventInput,
  type ModelRef,
  type Run,
  type SessionState,
  type Step,
  type ToolChange,
  type TraceState,
} from "@agent-studio/shared";
import type { NewEvent } from "../events/event-store.ts";
import { isOver } from "./decide.ts";
import { recoverAttachments } from "./decide-attachment.ts";
import {
  endCall,
  isAsked,
  isPending,
  isRefused,
  openCalls,
  resolved,
  type OpenCall,
} from "./open-call.ts";

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
  /** Whether what was asked about a call is still what would run: tool, schema, policy and arguments. */
  readonly isUnchanged: (approval: Approval) => boolean;
  /** What is another with its tool, where that is known. */
  readonly toolChange?: (approval: Approval) => ToolChange | undefined;
  /** Wall clock, in milliseconds. */
  readonly now: number;
}

export interface Recovery {
  /** Ends of calls seal what the model is told of them, so that the next run's history is whole. */
  readonly events: readonly NewEvent[];
  /** Whether the run still waits for people, goes on at once, or is over. */
  readonly next: "waits" | "goes_on" | "over";
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
  const attachments = recoverAttachments(state);
  if (run === undefined)
    return {
      events:
        state.trust || attachments.length > 0
          ? [resumed(), ...attachments]
          : [],
      next: "over",
    };
  const open = openCalls(state);
  const canGoOn =
    facts.canWait &&
    state.open?.stopReason !== undefined &&
    open.some(isAsked) &&
    open.every((call) => call.state === "running" || isAsked(call)) &&
    // What was being stopped is over.
    !open.some((call) => call.approval?.status === "cancelled");
  if (!canGoOn)
    return {
      events: [resumed(), ...attachments, ...closeRun(state, run, open, facts)],
      next: "over",
    };
  const looked = open.map((call) => lookAt(call, facts));
  const next = looked.some(({ call, goesOn }) => goesOn && isPending(call))
    ? "waits"
    : "goes_on";
  return {
    events: [
      resumed(),
      ...attachments,
      ...looked.flatMap(({ call, resolution }) =>
        resolution === undefined
          ? []
          : [resolved(run, call, resolution, changeOf(call, facts))],
      ),
      ...looked
        .filter((one) => !one.goesOn && !isLeftToRun(one, next))
        .map(({ call }) => endCall(run, call)),
    ],
    next,
  };
}

/** Told only where the tool is why a question lapsed. */
function changeOf(
  { approval }: OpenCall,
  facts: RecoveryFacts,
): ToolChange | undefined {
  return approval?.status === "invalidated"
    ? facts.toolChange?.(approval)
    : undefined;
}

/** A run that goes on at once ends these itself, so that it goes on again if this process is lost before. */
function isLeftToRun(
  { call, isSame }: LookedAt,
  next: Recovery["next"],
): boolean {
  return next === "goes_on" && isSame && isRefused(call);
}

function resumed(): EventInput {
  return { type: "session.resumed", payload: { reason: "restart" } };
}

interface LookedAt {
  /** As it is when recovery is done. */
  readonly call: OpenCall;
  /** How its approval ends now, if it does. */
  readonly resolution?: "expired" | "invalidated";
  readonly goesOn: boolean;
  /** The tool is the one that was asked about. */
  readonly isSame: boolean;
}

/** What becomes of one open call of a run that goes on: time went by, and the tool may be another one. */
function lookAt(call: OpenCall, facts: RecoveryFacts): LookedAt {
  const { approval } = call;
  if (call.state === "running" || approval === undefined)
    return { call, goesOn: false, isSame: false };
  const isSame = facts.isUnchanged(approval);
  if (isRefused(call)) return { call, goesOn: false, isSame };
  if (approval.status === "approved")
    return isSame
      ? { call, goesOn: true, isSame }
      : {
          call: withStatus(call, approval, "invalidated"),
          goesOn: false,
          isSame,
        };
  const isPast = Date.parse(approval.expiresAt) <= facts.now;
  if (isSame && !isPast) return { call, goesOn: true, isSame };
  const resolution = isPast ? "expired" : "invalidated";
  return {
    call: withStatus(call, approval, resolution),
    resolution,
    goesOn: false,
    isSame,
  };
}

function withStatus(
  call: OpenCall,
  approval: Approval,
  status: Approval["status"],
): OpenCall {
  return { ...call, approval: { ...approval, status } };
}

function closeRun(
  state: SessionState,
  run: Run,
  open: readonly OpenCall[],
  facts: RecoveryFacts,
): readonly NewEvent[] {
  const { runId } = run;
  const approvals = open
    .filter(isPending)
    .map((call) => resolved(run, call, "cancelled"));
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
