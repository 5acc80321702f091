/**
 * Which images a failed model call is held against. A provider that refuses an image refuses every later request with
 * it too, so what may be at fault is left out from then on: a session is never stuck.
 */
import type {
  Attachment,
  ErrorCode,
  EventInput,
  EventPayload,
  SessionState,
} from "@agent-studio/shared";

/** Failures that an image in the request can cause. */
const CODES: readonly ErrorCode[] = ["PROVIDER_REFUSED", "CONTEXT_OVERFLOW"];

export interface FailedRun {
  readonly runId: string;
  readonly failure: EventPayload<"run.failed">;
  /** Images that were in its requests. */
  readonly sent: ReadonlySet<string>;
}

export interface Blame {
  /** The images that are left out from now on. */
  readonly events: readonly EventInput[];
  /** What the run says of it. */
  readonly failure: EventPayload<"run.failed">;
}

/**
 * The run's own images where it had any, else all that were in the request. Undefined when no image can be at fault: the
 * failure is of another kind, or a call of the run went well before.
 */
export function blameImages(
  { attachments, messages }: SessionState,
  { runId, failure, sent }: FailedRun,
): Blame | undefined {
  if (!CODES.includes(failure.code) || failure.turns > 1) return undefined;
  const suspects = attachments.filter(
    ({ attachmentId, status }) => status === "ready" && sent.has(attachmentId),
  );
  const own = new Set(
    messages.flatMap((message) =>
      message.role === "user" && message.runId === runId
        ? message.attachments.map(({ attachmentId }) => attachmentId)
        : [],
    ),
  );
  const ownSuspects = suspects.filter(({ attachmentId }) =>
    own.has(attachmentId),
  );
  const blamed = ownSuspects.length > 0 ? ownSuspects : suspects;
  if (blamed.length === 0) return undefined;
  return {
    events: blamed.map((attachment) => ({
      type: "attachment.updated",
      payload: { attachment: { ...attachment, status: "failed" } },
    })),
    failure: { ...failure, retryable: true, message: sentenceOf(blamed) },
  };
}

function sentenceOf(blamed: readonly Attachment[]): string {
  const names = blamed.map(({ name }) => `"${name}"`).join(", ");
  return blamed.length === 1
    ? `The model provider did not take the request with the image ${names}. The image is left out from now on: send the message again, or choose another model and attach it again.`
    : `The model provider did not take the request with the images ${names}. They are left out from now on: send the message again, or choose another model and attach them again.`;
}
