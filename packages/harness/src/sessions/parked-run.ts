/**
 * A run that waits for people while nothing of it is in memory but its waiters: after a restart nothing is loaded, and
 * no model is needed, before someone decides.
 */
import type { Approval } from "@agent-studio/shared";
import type {
  ApprovalBroker,
  ApprovalOutcome,
} from "../approvals/approval-broker.ts";

export interface ParkedRunOptions {
  readonly sessionId: string;
  readonly runId: string;
  readonly pending: readonly Approval[];
  readonly approvals: ApprovalBroker;
  /** Wall clock, in milliseconds. */
  readonly wallClock: () => number;
  /** Called when an approval's time is up. */
  readonly expire: (approvalId: string) => void;
  /** Called with each decision, and each expiry, that is in the log. */
  readonly onOutcome: (approvalId: string, outcome: ApprovalOutcome) => void;
}

export class ParkedRun {
  readonly runId: string;
  readonly #options: ParkedRunOptions;
  #isReleased = false;

  /** Everyone waits from here on. */
  constructor(options: ParkedRunOptions) {
    this.runId = options.runId;
    this.#options = options;
    for (const approval of options.pending) void this.#wait(approval);
  }

  /** Nobody waits here any more. Idempotent. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    const { approvals, sessionId, runId } = this.#options;
    approvals.cancelRun(sessionId, runId);
  }

  async #wait({ approvalId, expiresAt }: Approval): Promise<void> {
    const { sessionId, runId, approvals, wallClock } = this.#options;
    const outcome = await approvals.wait({
      sessionId,
      runId,
      approvalId,
      remainingMs: Math.max(0, Date.parse(expiresAt) - wallClock()),
      onExpire: () => this.#options.expire(approvalId),
    });
    // Cancelled by whoever stops the run, who says so in the log.
    if (this.#isReleased || outcome.status === "cancelled") return;
    this.#options.onOutcome(approvalId, outcome);
  }
}
