/** An action of a person outside a waiting tool call: checked by its schema, then run with a context of its own. */
import { Ajv } from "ajv";
import type { Actor, JsonValue } from "@agent-studio/shared";
import type { NewEvent } from "../events/event-store.ts";
import { ToolError } from "../tools/define-tool.ts";
import type { RunSubject } from "./create-run.ts";
import { HarnessError } from "./harness-error.ts";

export interface LabActionRequest {
  readonly name: string;
  readonly input: JsonValue;
  readonly actor: Actor;
  readonly sessionId: string;
  readonly subject: RunSubject;
  readonly append: (events: readonly NewEvent[]) => void;
  readonly redact: (value: unknown) => JsonValue;
}

/** Runs the action. `ACTION_NOT_FOUND`, `VALIDATION_FAILED`, and `ACTION_NOT_ALLOWED` for the action's own refusal. */
export async function runLabAction(
  request: LabActionRequest,
): Promise<JsonValue> {
  const { subject, name, input, actor, sessionId, append, redact } = request;
  const action = subject.lab.actions?.find(
    (candidate) => candidate.name === name,
  );
  if (action === undefined)
    throw new HarnessError(
      "ACTION_NOT_FOUND",
      "The lab of this session has no such action.",
    );
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(
    action.inputSchema,
  );
  if (!validate(input))
    throw new HarnessError(
      "VALIDATION_FAILED",
      "The input does not fit the action. Look at its inputSchema.",
    );
  try {
    return await action.execute(input, {
      sessionId,
      actor,
      signal: new AbortController().signal,
      data: subject.data,
      workspace: subject.workspace,
      progress: () => undefined,
      update: (collection, id, value) => {
        subject.validateCollection(collection, value);
        append([
          {
            type: "lab.updated",
            actor,
            payload: {
              collection,
              id,
              value: redact(value),
              cause: { action: name },
            },
          },
        ]);
      },
      saveArtifact: () =>
        Promise.reject(
          new ToolError("ACTION_NOT_ALLOWED", "An action saves no artifact."),
        ),
    });
  } catch (error) {
    if (error instanceof ToolError)
      throw new HarnessError("ACTION_NOT_ALLOWED", error.message);
    throw error;
  }
}
