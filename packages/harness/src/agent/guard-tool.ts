/**
 * The gate in the executor: one call from its request to its one end. Policy, approval, the lane of effects, the
 * start (durable before anything runs), execution against time and stop, and the end.
 */
import type { ToolReply } from "./agent-session.ts";
import { allow } from "./ask-approval.ts";
import { replyOf } from "./end-call.ts";
import { executeCall } from "./execute-call.ts";
import { setCallState, type GatedCall } from "./gated-call.ts";
import type { GuardDeps } from "./guard-deps.ts";

/** Takes one call through the gate; resolves with what the model reads. Rejects only when the log is lost. */
export async function guardTool(
  call: GatedCall,
  deps: GuardDeps,
): Promise<ToolReply> {
  const actor = await allow(call, deps);
  if (actor === undefined) return replyOf(call);
  call.actor = actor;
  if (call.tool.effect === "read" || call.tool.effect === "propose")
    return executeCall(call, deps, undefined);
  const { ready, turn } = deps.lane.enter();
  setCallState(call, "queued", deps.port);
  try {
    await Promise.race([ready, deps.stop.stopped]);
    return await executeCall(call, deps, (returned) => turn.abandon(returned));
  } finally {
    if (!call.abandoned) turn.release();
  }
}
