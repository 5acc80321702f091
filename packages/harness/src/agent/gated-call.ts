/** One requested call on its way through the gate. */
import type { Actor, JsonObject, ToolPolicy } from "@agent-studio/shared";
import type { ToolDefinition } from "../tools/define-tool.ts";
import type { ToolReply } from "./agent-session.ts";
import type { RestoredApproval } from "./restored-calls.ts";
import type { RunPort } from "./run-port.ts";

/** `waiting` is for a person, `queued` for the effect before it. */
export type GatedCallState =
  "requested" | "waiting" | "queued" | "running" | "ended";

export interface GatedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly turn: number;
  /** Deep-frozen; replaced as a whole when a person edits them. */
  args: JsonObject;
  readonly tool: ToolDefinition;
  readonly policy: ToolPolicy;
  /** Name of the skill that this call reads, when it reads one. */
  readonly skill: string | undefined;
  /** Aborted when the call has ended, whatever way: nothing it still does counts. */
  readonly fence: AbortController;
  state: GatedCallState;
  /** The question that was asked about it before the run was resumed; it is not asked again. */
  readonly restored?: RestoredApproval;
  approvalId?: string;
  editedArgs?: JsonObject;
  actor?: Actor;
  /** Monotonic, in milliseconds. */
  startedAt?: number;
  reply?: ToolReply;
  /** It did not return in time; the lane waits for it apart. */
  abandoned?: boolean;
}

/** Moves a call on and tells the run; a call that has ended stays ended. */
export function setCallState(
  call: GatedCall,
  state: GatedCallState,
  port: Pick<RunPort, "onChange">,
): void {
  if (call.state === "ended") return;
  call.state = state;
  port.onChange();
}
