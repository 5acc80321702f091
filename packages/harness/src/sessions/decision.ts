/** Commands, what a decision on one may look up, and what it comes to. */
import type {
  Actor,
  EventInput,
  JsonObject,
  MessageInput,
  RedactedConnection,
  UserMessage,
} from "@agent-studio/shared";
import type { ArgumentsProblem } from "../tools/arguments-validator.ts";
import type { AttachmentCommand } from "./attachment-command.ts";
import { HarnessError } from "./harness-error.ts";

export type Command =
  | AttachmentCommand
  | {
      readonly type: "send_message";
      readonly input: MessageInput;
      readonly runId: string;
      readonly messageId: string;
      readonly requestId?: string;
    }
  | { readonly type: "cancel_run"; readonly runId: string }
  | {
      readonly type: "approve";
      readonly approvalId: string;
      readonly argsDigest?: string;
      readonly args?: JsonObject;
    }
  | {
      readonly type: "deny";
      readonly approvalId: string;
      readonly reason?: string;
    }
  | { readonly type: "expire"; readonly approvalId: string }
  | {
      readonly type: "update";
      readonly title?: string;
      readonly trust?: boolean;
    }
  | {
      readonly type: "configure_model";
      readonly connection: RedactedConnection;
    }
  | { readonly type: "clear_model" };

/** What a decision may look up beyond the state. */
export interface DecisionFacts {
  readonly actor: Actor;
  /** Digest of arguments in canonical form; undefined when they have none. */
  readonly digest: (args: JsonObject) => string | undefined;
  /** Why a person's arguments may not run, if they may not: schema, size or policy. */
  readonly argumentsProblem: (
    toolName: string,
    args: JsonObject,
  ) => ArgumentsProblem | undefined;
  /** Whether the model's key went with the process that had it. */
  readonly isKeyMissing: boolean;
  /** Whether the log holds as much as one session may. */
  readonly isFull: boolean;
  /** Whether the logs of the viewer's sessions hold as much as they may together. */
  readonly isViewerFull: boolean;
  /** Arguments as events may show them. */
  readonly redact: (args: JsonObject) => unknown;
}

export type Decision =
  | { readonly kind: "append"; readonly events: readonly EventInput[] }
  /** Nothing to append: the command was carried out before, or changes nothing. */
  | { readonly kind: "unchanged"; readonly message?: UserMessage }
  | { readonly kind: "refuse"; readonly error: HarnessError };

/** A refusal with its sentence. */
export function refuse(
  ...error: ConstructorParameters<typeof HarnessError>
): Decision {
  return { kind: "refuse", error: new HarnessError(...error) };
}
