/** The context of one executing call. When the call has ended it is fenced: nothing it still does has an effect. */
import type { Actor, ToolPolicy } from "@agent-studio/shared";
import type { SafeWorkspace } from "../workspace/safe-workspace.ts";
import { ToolError, type ToolContext } from "../tools/define-tool.ts";
import type { CollectionValidator } from "../tools/collection-validator.ts";
import type { GatedCall } from "./gated-call.ts";
import type { RunPort } from "./run-port.ts";

/** Progress events of one call are at least this far apart, in milliseconds. */
const PROGRESS_INTERVAL_MS = 250;

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
export function createCallContext({
  call,
  port,
  surroundings,
  actor,
  signal,
}: CallContextOptions): ToolContext {
  let lastProgress = Number.NEGATIVE_INFINITY;
  const isOver = (): boolean => call.state !== "running";
  const refuseWhenOver = (): void => {
    if (isOver())
      throw new ToolError(
        "TOOL_CANCELLED",
        "The call is over; nothing more can be changed by it.",
      );
  };
  const { toolCallId, toolName } = call;
  const runId = port.runId;
  return {
    sessionId: port.sessionId,
    run: { runId, turn: call.turn },
    toolCallId,
    actor,
    signal,
    message: surroundings.message,
    data: surroundings.data,
    workspace: surroundings.workspace,
    progress(message, fraction) {
      const now = surroundings.now();
      if (isOver() || now - lastProgress < PROGRESS_INTERVAL_MS) return;
      lastProgress = now;
      const clamped =
        fraction === undefined
          ? {}
          : { fraction: Math.min(1, Math.max(0, fraction)) };
      port.append([
        {
          type: "tool.progressed",
          runId,
          payload: {
            toolCallId,
            toolName,
            message: port.redactText(message),
            ...clamped,
          },
        },
      ]);
    },
    update(collection, id, value) {
      refuseWhenOver();
      surroundings.validateCollection(collection, value);
      port.append([
        {
          type: "lab.updated",
          runId,
          payload: {
            collection,
            id,
            value: port.redact(value),
            cause: { toolCallId },
          },
        },
      ]);
    },
    async saveArtifact(name, content) {
      refuseWhenOver();
      const bytes =
        typeof content === "string"
          ? Buffer.from(content, "utf8")
          : Buffer.from(content);
      const artifact = await surroundings.workspace.writeArtifact(name, bytes);
      if (isOver()) return;
      port.append([
        { type: "artifact.saved", runId, payload: { artifact, toolCallId } },
      ]);
    },
  };
}

/** The default actor of a call that a policy allowed without asking. */
export function actorOfPolicy(policy: ToolPolicy): Actor {
  return { kind: "system", name: `policy:${policy}` };
}
