import { ApprovalBrokerError } from "./approval-broker.ts";
import type {
  ApprovalBroker,
  ApprovalOutcome,
  ApprovalWait,
} from "./approval-broker.ts";
import { processClock, startTimer } from "./approval-timer.ts";
import type { MonotonicClock } from "./approval-timer.ts";

export interface InMemoryApprovalBrokerOptions {
  /** Decides expiry; the process's monotonic clock by default. */
  readonly clock?: MonotonicClock;
}

interface Waiter {
  readonly sessionId: string;
  readonly runId: string;
  readonly resolve: (outcome: ApprovalOutcome) => void;
  readonly stopTimer: () => void;
}

/** Waiters and timers of one process. */
export class InMemoryApprovalBroker implements ApprovalBroker {
  readonly #clock: MonotonicClock;
  readonly #waiters = new Map<string, Waiter>();
  #isClosed = false;

  constructor({ clock = processClock }: InMemoryApprovalBrokerOptions = {}) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#waiters.size;
  }

  async wait(request: ApprovalWait): Promise<ApprovalOutcome> {
    const { sessionId, runId, approvalId, remainingMs, onExpire } = request;
    if (this.#isClosed) return { status: "cancelled" };
    if (this.#waiters.has(approvalId)) {
      throw new ApprovalBrokerError(
        "already_waiting",
        "The approval has a waiter already.",
      );
    }
    const { promise, resolve } = Promise.withResolvers<ApprovalOutcome>();
    const stopTimer = startTimer(this.#clock, remainingMs, () =>
      callSafely(onExpire),
    );
    this.#waiters.set(approvalId, { sessionId, runId, resolve, stopTimer });
    return promise;
  }

  settle(approvalId: string, outcome: ApprovalOutcome): boolean {
    const waiter = this.#waiters.get(approvalId);
    if (waiter === undefined) return false;
    this.#waiters.delete(approvalId);
    waiter.stopTimer();
    waiter.resolve(outcome);
    return true;
  }

  cancelRun(sessionId: string, runId: string): number {
    return this.#cancel(
      (waiter) => waiter.sessionId === sessionId && waiter.runId === runId,
    );
  }

  cancelSession(sessionId: string): number {
    return this.#cancel((waiter) => waiter.sessionId === sessionId);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel(() => true);
  }

  #cancel(matches: (waiter: Waiter) => boolean): number {
    const ids = [...this.#waiters]
      .filter(([, waiter]) => matches(waiter))
      .map(([approvalId]) => approvalId);
    for (const id of ids) this.settle(id, { status: "cancelled" });
    return ids.length;
  }
}

function callSafely(onExpire: () => void): void {
  try {
    onExpire();
  } catch {
    // Thrown out of a timer, the fault of one session would end the process and every other session with it.
  }
}
