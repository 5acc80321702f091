/** What a resumed run knows of its calls from the log. */
import type { JsonObject } from "@agent-studio/shared";
import type { ApprovalOutcome } from "../approvals/approval-broker.ts";
import type { ToolReply } from "./agent-session.ts";

export interface RestoredApproval {
  readonly approvalId: string;
  /** The arguments as they were asked about, frozen. */
  readonly args: JsonObject;
  /** What was decided up to now; undefined while the approval waits. */
  readonly outcome: () => ApprovalOutcome | undefined;
  /** What is left of its life, in milliseconds. */
  readonly remainingMs: () => number;
}

export interface RestoredCalls {
  /** What the model reads of the calls that have ended, by call. */
  readonly replies: ReadonlyMap<string, ToolReply>;
  /** What people were asked about the open calls, by call. */
  readonly approvals: ReadonlyMap<string, RestoredApproval>;
}
