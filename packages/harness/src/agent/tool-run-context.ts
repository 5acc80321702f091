/** The context of one executing call. When the call has ended it is fenced: nothing it still does has an effect. */
import { isUtf8 } from "node:buffer";
import type { Actor, ToolPolicy } from "@agent-studio/shared";
import type { SafeWorkspace } from "../workspace/safe-workspace.ts";
import { ToolError, type ToolContext } from "../tools/define-tool.ts";
import type { CollectionValidator } from "../tools/collection-validator.ts";
import type { GatedCall } from "./gated-call.ts";
import type { RunPort } from "./run-port.ts";

/** Progress events of one call are at least this far apart, in milliseconds. */
const PROGRESS_INTERVAL_MS = 250;
/** Characters of one progress message. */
const PROGRESS_LIMIT = 500;

export interface RunSurroundings {
  readonly workspace: SafeWorkspace;
  readonly data: unknown;
  readonly message: { readonly text: string };
  readonly validateCollection: CollectionValidator;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

export interface CallContextOptions {
  readonly call: GatedCall;
  readonly port: RunPort;
  readonly surroundings: RunSurroundings;
  readonly actor: Actor;
  readonly signal: AbortSignal;
}

/** Builds the context that `execute` gets. */
export function createCallContext(options: CallContextOptions): ToolContext {
  const { call, port, surroundings, actor, signal } = options;
  const { toolCallId } = call;
  const { runId } = port;
  return {
    sessionId: port.sessionId,
    run: { runId, turn: call.turn },
    toolCallId,
    actor,
    signal,
    message: surroundings.message,
    data: surroundings.data,
    workspace: surroundings.workspace,
    progress: createProgress(options),
    update(collection, id, redactable) {
      refuseWhenOver(call);
      surroundings.validateCollection(collection, redactable);
      const value = port.redact(redactable, Number.POSITIVE_INFINITY);
      const payload = { collection, id, value, cause: { toolCallId } };
      port.append([{ type: "lab.updated", runId, payload }]);
    },
    async saveArtifact(name, content) {
      refuseWhenOver(call);
      const bytes = withoutSecrets(content, port);
      const artifact = await surroundings.workspace.writeArtifact(name, bytes, {
        signal: call.fence.signal,
      });
      refuseWhenOver(call);
      const payload = { artifact, toolCallId };
      port.append([{ type: "artifact.saved", runId, payload }]);
    },
  };
}

/** A model may have put a key into what it lets write. Bytes that are no text are kept as they are. */
function withoutSecrets(
  content: string | Uint8Array,
  port: Pick<RunPort, "redactText">,
): Buffer {
  const text =
    typeof content === "string" || !isUtf8(content)
      ? content
      : Buffer.from(content).toString("utf8");
  return typeof text === "string"
    ? Buffer.from(port.redactText(text), "utf8")
    : Buffer.from(text);
}

function createProgress({
  call,
  port,
  surroundings,
}: CallContextOptions): ToolContext["progress"] {
  let last = Number.NEGATIVE_INFINITY;
  return (text, fraction) => {
    const now = surroundings.now();
    if (isOver(call) || now - last < PROGRESS_INTERVAL_MS) return;
    last = now;
    const { toolCallId, toolName } = call;
    const message = port.redactText(text).slice(0, PROGRESS_LIMIT);
    const clamped =
      fraction === undefined || !Number.isFinite(fraction)
        ? {}
        : { fraction: Math.min(1, Math.max(0, fraction)) };
    const payload = { toolCallId, toolName, message, ...clamped };
    port.append([{ type: "tool.progressed", runId: port.runId, payload }]);
  };
}

function isOver(call: GatedCall): boolean {
  return call.state !== "running";
}

function refuseWhenOver(call: GatedCall): void {
  if (!isOver(call)) return;
  throw new ToolError(
    "TOOL_CANCELLED",
    "The call is over; nothing more can be changed by it.",
  );
}

/** The default actor of a call that a policy allowed without asking. */
export function actorOfPolicy(policy: ToolPolicy): Actor {
  return { kind: "system", name: `policy:${policy}` };
}
