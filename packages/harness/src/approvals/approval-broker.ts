/**
 * Where a tool call waits for a person. The broker keeps waiters and timers and nothing else: it stores no
 * approval and appends no event. Decisions are appended by the session, the single writer of its log, which
 * settles the waiter once the decision is committed.
 */

/** How waiting ends. Only `approved` lets a call run. */
export type ApprovalOutcome =
  | {
      readonly status: "approved";
      /** Present when a person edited the arguments: these run instead. */
      readonly args?: unknown;
    }
  | { readonly status: "denied"; readonly reason?: string }
  | { readonly status: "expired" }
  | { readonly status: "cancelled" }
  | { readonly status: "invalidated"; readonly reason?: string };

export interface ApprovalWait {
  readonly sessionId: string;
  readonly runId: string;
  readonly approvalId: string;
  /**
   * What is left of the approval's life in milliseconds; nothing left, and anything that is no number, expires in
   * the next tick. `Infinity` never expires.
   */
  readonly remainingMs: number;
  /**
   * Called at most once, by a monotonic timer, while the approval still waits. It settles nothing by itself: the
   * session appends the expiry and then settles. What it throws is dropped.
   */
  readonly onExpire: () => void;
}

export type ApprovalBrokerErrorCode = "already_waiting";

/** The only error of this port. */
export class ApprovalBrokerError extends Error {
  override readonly name = "ApprovalBrokerError";
  readonly code: ApprovalBrokerErrorCode;

  constructor(code: ApprovalBrokerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface ApprovalBroker {
  /**
   * Called by a gate when a call has to wait. The waiter is registered before this returns, so call it before the
   * approval can be seen. Rejects with `already_waiting` when the approval has a waiter; after `close` it resolves
   * as cancelled. Ended by `settle`, `cancelRun`, `cancelSession` or `close`: whoever stops a run calls one of them.
   */
  wait(request: ApprovalWait): Promise<ApprovalOutcome>;
  /**
   * Called by the session once a decision is committed. True when it ended a wait; false when nobody waits or it
   * was settled before, and then nothing happens. The first call wins.
   */
  settle(approvalId: string, outcome: ApprovalOutcome): boolean;
  /** Settles every waiter of a run as cancelled, and says how many there were. */
  cancelRun(sessionId: string, runId: string): number;
  /** Settles every waiter of a session as cancelled, and says how many there were. */
  cancelSession(sessionId: string): number;
  /** How many wait now. */
  readonly size: number;
  /** Settles every waiter as cancelled and clears every timer. Idempotent. */
  close(): void;
}
