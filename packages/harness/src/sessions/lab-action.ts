/** An action of a person outside a waiting tool call: checked by its schema, then run alone, with a context of its own. */
import type { Actor, JsonValue } from "@agent-studio/shared";
import type { NewEvent } from "../events/event-store.ts";
import { ToolError } from "../tools/define-tool.ts";
import type { RunSubject } from "./create-run.ts";
import type { LabAction } from "./define-lab.ts";
import { HarnessError } from "./harness-error.ts";

export interface LabActionRequest {
  readonly name: string;
  readonly input: JsonValue;
  readonly actor: Actor;
  readonly sessionId: string;
  readonly subject: RunSubject;
  /** Aborted when the session is closing. */
  readonly closing: AbortSignal;
  /** How long the action may take once it has begun, in milliseconds. */
  readonly limitMs: number;
  readonly append: (events: readonly NewEvent[]) => void;
  readonly redact: (value: unknown) => JsonValue;
}

/**
 * Runs the action when no other action and no tool has an effect. `ACTION_NOT_FOUND`, `VALIDATION_FAILED`, and
 * `ACTION_NOT_ALLOWED` for the action's own refusal or when it takes too long.
 */
export async function runLabAction(
  request: LabActionRequest,
): Promise<JsonValue> {
  const { subject, name, input, closing } = request;
  const action = subject.lab.actions?.find(
    (candidate) => candidate.name === name,
  );
  if (action === undefined)
    throw new HarnessError(
      "ACTION_NOT_FOUND",
      "The lab of this session has no such action.",
    );
  const problem = subject.validateAction(name, input);
  if (problem !== undefined)
    throw new HarnessError("VALIDATION_FAILED", problem.sentence);
  const { ready, turn } = subject.lane.enter();
  const end = new AbortController();
  const whenClosing = (): void => end.abort();
  closing.addEventListener("abort", whenClosing);
  let running: Promise<JsonValue> | undefined;
  try {
    if (closing.aborted) end.abort();
    await Promise.race([ready, aborted(end.signal)]);
    if (end.signal.aborted) throw tooLate();
    running = Promise.resolve(execute(action, request, end.signal));
    return request.redact(await within(running, end, request.limitMs));
  } catch (error) {
    if (error instanceof ToolError)
      throw new HarnessError("ACTION_NOT_ALLOWED", error.message);
    throw error;
  } finally {
    closing.removeEventListener("abort", whenClosing);
    // Fenced off from here on: what a late action still does has no effect, but the next effect waits for it.
    end.abort();
    if (running === undefined) turn.release();
    else turn.abandon(running);
  }
}

async function execute(
  action: LabAction,
  request: LabActionRequest,
  signal: AbortSignal,
): Promise<JsonValue> {
  const { subject, name, input, actor, sessionId, append, redact } = request;
  return action.execute(input, {
    sessionId,
    actor,
    signal,
    data: subject.data,
    workspace: subject.workspace,
    progress: () => undefined,
    update: (collection, id, value) => {
      if (signal.aborted) throw tooLate();
      subject.validateCollection(collection, value);
      const cause = { action: name };
      const payload = { collection, id, value: redact(value), cause };
      append([{ type: "lab.updated", actor, payload }]);
    },
    saveArtifact: () =>
      Promise.reject(
        new ToolError("ACTION_NOT_ALLOWED", "An action saves no artifact."),
      ),
  });
}

/** The result, or `ToolError` when it is aborted or `limitMs` have passed. */
async function within(
  running: Promise<JsonValue>,
  end: AbortController,
  limitMs: number,
): Promise<JsonValue> {
  const timer = setTimeout(() => end.abort(), limitMs);
  try {
    const late = aborted(end.signal).then((): never => {
      throw tooLate();
    });
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function tooLate(): ToolError {
  return new ToolError(
    "ACTION_NOT_ALLOWED",
    "The action was not done in time. Look at what it changed, then try again.",
  );
}
