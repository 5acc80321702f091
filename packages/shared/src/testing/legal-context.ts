/** What a judge of logs remembers: the log as it was told, not the product's own fold of it. */
import type { Approval } from "../approval.ts";
import type { EventOf, HarnessEvent, StopReason } from "../event.ts";
import { NO_USAGE } from "../usage.ts";
import type { Usage } from "../usage.ts";

export type Report = (problem: string) => void;

export interface LegalCall {
  readonly requested: EventOf<"tool.requested">["payload"];
  state: "requested" | "started" | "completed" | "failed" | "denied";
  approval:
    | (Pick<Approval, "approvalId" | "policy"> & { status: Approval["status"] })
    | null;
  skill: { readonly name: string; loaded: boolean } | null;
}

export interface LegalMessage {
  readonly messageId: string;
  text: string;
  hasContent: boolean;
  /** Channel by part. */
  readonly channels: Map<number, string>;
  stopReason: StopReason | null;
  lastPart: number;
}

export interface LegalRun {
  readonly runId: string;
  readonly messageId: string;
  hasUserMessage: boolean;
  /** The model call that is open. */
  call: {
    readonly callId: string;
    readonly turn: number;
    message: LegalMessage | null;
  } | null;
  /** The last message whose call is over. */
  message: LegalMessage | null;
  lastStopReason: StopReason | null;
  turn: number;
  isRetrying: boolean;
  /** Whether a recovery has passed that it has not resumed from. */
  wasInterrupted: boolean;
  usage: Usage;
  readonly calls: Map<string, LegalCall>;
}

export interface LegalContext {
  sessionId: string | undefined;
  previous: HarnessEvent | null;
  closed: "deleted" | "shutdown" | null;
  trust: boolean;
  run: LegalRun | null;
  readonly eventIds: Set<string>;
  /** Every identifier that names one thing only. */
  readonly identifiers: Set<string>;
  readonly attachments: Set<string>;
}

/** A judge that has seen nothing yet. */
export function createLegalContext(): LegalContext {
  return {
    sessionId: undefined,
    previous: null,
    closed: null,
    trust: false,
    run: null,
    eventIds: new Set(),
    identifiers: new Set(),
    attachments: new Set(),
  };
}

/** A run that has begun and done nothing yet. */
export function createLegalRun(runId: string, messageId: string): LegalRun {
  return {
    runId,
    messageId,
    hasUserMessage: false,
    call: null,
    message: null,
    lastStopReason: null,
    turn: 0,
    isRetrying: false,
    wasInterrupted: false,
    usage: NO_USAGE,
    calls: new Map(),
  };
}

/** Whether a call has not ended. */
export function isOpen({ state }: Pick<LegalCall, "state">): boolean {
  return state === "requested" || state === "started";
}

/** Whether a run may outlive its process: nothing is open but what a person decides, or has approved. */
export function canLieStill(run: LegalRun): boolean {
  const open = [...run.calls.values()].filter(isOpen);
  return run.call === null && open.length > 0 && open.every(isAtGate);
}

function isAtGate({ state, approval }: LegalCall): boolean {
  return (
    state === "requested" &&
    (approval?.status === "pending" || approval?.status === "approved")
  );
}

/** Reports an identifier that was given before. */
export function claim(context: LegalContext, id: string, report: Report): void {
  if (context.identifiers.has(id)) report(`${id} was used before`);
  context.identifiers.add(id);
}
