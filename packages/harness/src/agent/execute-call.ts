/** The execution of one allowed call, against time and stop. Nothing runs but the frozen arguments. */
import type { ErrorCode } from "@agent-studio/shared";
import { ToolError, type ToolOutput } from "../tools/define-tool.ts";
import { WorkspaceError } from "../workspace/workspace-error.ts";
import type { ToolReply } from "./agent-session.ts";
import { completeCall, denyCall, failCall, replyOf } from "./end-call.ts";
import { setCallState, type GatedCall } from "./gated-call.ts";
import type { GuardDeps } from "./guard-deps.ts";
import { createCallContext } from "./tool-run-context.ts";

/** How long a stopped tool may still take to return, in milliseconds. */
export const STOP_GRACE_MS = 2000;

const NOT_EXECUTED =
  "The run was stopped before the tool began. Nothing was changed by it.";

type Outcome =
  | { readonly kind: "returned"; readonly output: ToolOutput }
  /** `isLate`: its time was up before it threw. */
  | {
      readonly kind: "threw";
      readonly error: unknown;
      readonly isLate: boolean;
    }
  | { readonly kind: "late"; readonly why: "stop" | "timeout" };

/** Starts a call that was allowed and waits for its end; the start is durable before anything runs. */
export async function executeCall(
  call: GatedCall,
  deps: GuardDeps,
  abandon: ((returned: Promise<unknown>) => void) | undefined,
): Promise<ToolReply> {
  if (call.state === "ended") return replyOf(call);
  // What allowed the call is durable; stop, deletion and the run limit are looked at once more.
  if (isStopped(deps)) {
    denyCall(call, deps, "cancelled");
    return replyOf(call);
  }
  const { toolCallId, toolName } = call;
  deps.port.append([
    {
      type: "tool.started",
      runId: deps.port.runId,
      payload: { toolCallId, toolName },
    },
  ]);
  call.startedAt = deps.surroundings.now();
  setCallState(call, "running", deps.port);
  await deps.port.settled();
  if (hasEnded(call)) return replyOf(call);
  if (isStopped(deps)) {
    failCall(call, deps, stopCode(deps), NOT_EXECUTED);
    return replyOf(call);
  }
  const { outcome, returned } = await execute(call, deps);
  if (outcome.kind === "late") {
    call.abandoned = true;
    abandon?.(returned);
  }
  endExecuted(call, outcome, deps);
  return replyOf(call);
}

/** Asked apart, since the stop can come in every wait, and the run's end too. */
function isStopped(deps: GuardDeps): boolean {
  return deps.stop.reason !== undefined;
}

function hasEnded(call: GatedCall): boolean {
  return call.state === "ended";
}

async function execute(
  call: GatedCall,
  deps: GuardDeps,
): Promise<{ outcome: Outcome; returned: Promise<unknown> }> {
  const abort = new AbortController();
  const context = createCallContext({
    call,
    port: deps.port,
    surroundings: deps.surroundings,
    actor: call.actor ?? { kind: "system" },
    signal: abort.signal,
  });
  const returned: Promise<Outcome> = new Promise<ToolOutput>(
    (resolve, reject) => {
      call.tool.execute(call.args, context).then(resolve, reject);
    },
  ).then(
    (output) => ({ kind: "returned", output }),
    (error: unknown) => ({
      kind: "threw",
      error,
      isLate: abort.signal.aborted,
    }),
  );
  const late = deps.stop.lateness({
    abort,
    timeoutMs: deps.toolTimeoutMs,
    graceMs: STOP_GRACE_MS,
  });
  try {
    const outcome = await Promise.race([
      returned,
      late.promise.then((why): Outcome => ({ kind: "late", why })),
    ]);
    return { outcome, returned };
  } finally {
    late.clear();
  }
}

function endExecuted(call: GatedCall, outcome: Outcome, deps: GuardDeps): void {
  if (hasEnded(call)) return;
  if (outcome.kind === "returned") endReturned(call, outcome.output, deps);
  else if (outcome.kind === "threw") failThrown(call, outcome, deps);
  else if (outcome.why === "timeout" && !hasEffect(call))
    failCall(call, deps, "TOOL_FAILED", tooSlow(deps));
  else
    failCall(
      call,
      deps,
      deps.stop.reason === "timeout" ? "RUN_TIMEOUT" : "UNKNOWN_OUTCOME",
      "The call had started and did not return in time. Its outcome is unknown: it may have had its effect. Check before you do it again.",
    );
}

function endReturned(
  call: GatedCall,
  output: ToolOutput,
  deps: GuardDeps,
): void {
  try {
    completeCall(call, output, deps);
  } catch (error) {
    deps.onDefect(error);
    failCall(
      call,
      deps,
      "TOOL_FAILED",
      `The tool ${call.toolName} was executed, but its answer could not be read.`,
    );
  }
}

function failThrown(
  call: GatedCall,
  { error, isLate }: Extract<Outcome, { kind: "threw" }>,
  deps: GuardDeps,
): void {
  if (deps.stop.reason !== undefined)
    failCall(
      call,
      deps,
      stopCode(deps),
      "The run was stopped while the call was executing.",
    );
  else if (error instanceof ToolError || error instanceof WorkspaceError)
    failCall(call, deps, error.code, error.message);
  else if (isLate) failCall(call, deps, "TOOL_FAILED", tooSlow(deps));
  else
    failCall(
      call,
      deps,
      "TOOL_FAILED",
      `The tool ${call.toolName} failed. Try again or go on without it.`,
    );
}

function stopCode(deps: GuardDeps): ErrorCode {
  return deps.stop.reason === "timeout" ? "RUN_TIMEOUT" : "TOOL_CANCELLED";
}

function hasEffect({ tool }: GatedCall): boolean {
  return tool.effect === "write" || tool.effect === "send";
}

function tooSlow({ toolTimeoutMs }: GuardDeps): string {
  return `The tool did not answer within ${toolTimeoutMs / 1000} s.`;
}
