/** Decisions of people on the approvals of one session: appended first, then the waiting call is let go. */
import type {
  Actor,
  Approval,
  ApproveInput,
  DenyInput,
  JsonObject,
} from "@agent-studio/shared";
import type { ApprovalOutcome } from "../approvals/approval-broker.ts";
import { deepFreeze } from "../security/canonical-json.ts";
import type { Command } from "./decision.ts";
import { HarnessError } from "./harness-error.ts";
import type { CommandOrigin } from "./session-api.ts";
import { sealDecision } from "./run-records.ts";
import type { SessionCore } from "./session-core.ts";
import type { SessionRuns } from "./session-runs.ts";

type Verdict = Extract<Command, { type: "approve" | "deny" }>;

export class SessionApprovals {
  readonly #core: SessionCore;
  readonly #runs: Pick<SessionRuns, "keepOutcome">;

  constructor(core: SessionCore, runs: Pick<SessionRuns, "keepOutcome">) {
    this.#core = core;
    this.#runs = runs;
  }

  approve(
    approvalId: string,
    input: ApproveInput,
    { actor }: CommandOrigin,
  ): Promise<Approval> {
    // A copy of this moment: what was decided is what runs, whatever the caller does with its own.
    const args =
      input.args === undefined
        ? {}
        : { args: deepFreeze(input.args) as JsonObject };
    const argsDigest =
      input.argsDigest === undefined ? {} : { argsDigest: input.argsDigest };
    const command: Verdict = {
      type: "approve",
      approvalId,
      ...argsDigest,
      ...args,
    };
    return this.#resolve(command, actor, { status: "approved", ...args });
  }

  deny(
    approvalId: string,
    input: DenyInput,
    { actor }: CommandOrigin,
  ): Promise<Approval> {
    const reason =
      input.reason === undefined
        ? {}
        : { reason: this.#core.redactText(input.reason) };
    const command: Verdict = { type: "deny", approvalId, ...reason };
    return this.#resolve(command, actor, { status: "denied", ...reason });
  }

  async #resolve(
    command: Verdict,
    actor: Actor,
    outcome: ApprovalOutcome,
  ): Promise<Approval> {
    const { approvalId } = command;
    const { args } = outcome.status === "approved" ? outcome : {};
    const decision = await this.#core.carryOut(command, actor, {
      ...(args === undefined
        ? {}
        : { sealed: sealDecision(approvalId, args as JsonObject) }),
      // Before it is durable, so that a run that is being resumed meanwhile finds it.
      onAppended: () => this.#runs.keepOutcome(approvalId, outcome),
    });
    if (decision.kind === "append")
      this.#core.deps.approvals.settle(approvalId, outcome);
    const approval = this.#core.approval(approvalId);
    if (approval === undefined)
      throw new HarnessError(
        "APPROVAL_NOT_FOUND",
        "There is no such approval.",
      );
    return approval;
  }
}
