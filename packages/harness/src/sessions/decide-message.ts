/** Whether a message may start a run. */
import {
  MESSAGE_ATTACHMENT_LIMIT,
  type Attachment,
  type EventInput,
  type SessionState,
  type UserMessage,
} from "@agent-studio/shared";
import {
  refuse,
  type Command,
  type Decision,
  type DecisionFacts,
} from "./decision.ts";

type SendMessage = Extract<Command, { type: "send_message" }>;

/** Idempotency is judged before the session's state, so that a repeated message is answered even while busy. */
export function decideMessage(
  state: SessionState,
  command: SendMessage,
  facts: DecisionFacts,
): Decision {
  const { input } = command;
  const attachmentIds = input.attachmentIds ?? [];
  const known =
    input.clientMessageId === undefined
      ? undefined
      : findMessage(state, input.clientMessageId);
  if (known !== undefined) {
    return isSameMessage(known, input.text, attachmentIds)
      ? { kind: "unchanged", message: known }
      : refuse(
          "IDEMPOTENCY_CONFLICT",
          "This clientMessageId was used for another message. Send the message with a new one.",
        );
  }
  if (attachmentIds.length > MESSAGE_ATTACHMENT_LIMIT) {
    return refuse(
      "TOO_MANY_ATTACHMENTS",
      `A message may carry at most ${MESSAGE_ATTACHMENT_LIMIT} attachments. Remove some.`,
    );
  }
  const attachments = attachmentIds.map((id) =>
    state.attachments.find((attachment) => attachment.attachmentId === id),
  );
  const found = attachments.filter((attachment) => attachment !== undefined);
  const problem = stateProblem(state, found, attachments.length);
  if (problem !== undefined) return problem;
  if (facts.isFull)
    return refuse(
      "LIMIT_REACHED",
      "This session's log is full. Start a new session; this one can still be read and exported.",
    );
  if (facts.isViewerFull)
    return refuse(
      "LIMIT_REACHED",
      "Your sessions hold as much as they may together. Delete one that you do not need, then send the message again.",
    );
  if (facts.isKeyMissing)
    return refuse(
      "MODEL_NOT_CONFIGURED",
      "The key of this session's model went with the restart of the server. Enter it in the model settings, then send the message again.",
    );
  return { kind: "append", events: startEvents(state, command, found, facts) };
}

/** What of the session's state keeps a new message from starting a run. */
function stateProblem(
  state: SessionState,
  found: readonly Attachment[],
  asked: number,
): Decision | undefined {
  if (state.activeRunId !== null)
    return refuse(
      "SESSION_BUSY",
      "A run is active. Wait for it to end or stop it, then send the message again.",
    );
  if (state.model === null)
    return refuse(
      "MODEL_NOT_CONFIGURED",
      "No model is chosen. Choose one in the model settings, then send the message again.",
    );
  if (found.length < asked)
    return refuse(
      "ATTACHMENT_NOT_FOUND",
      "An attachment does not exist any more. Remove it from the message.",
    );
  if (found.some((attachment) => attachment.status === "failed"))
    return refuse(
      "ATTACHMENT_NOT_READY",
      "An attachment could not be used. Remove it from the message, or attach it again.",
    );
  if (found.some((attachment) => attachment.status !== "ready"))
    return refuse(
      "ATTACHMENT_NOT_READY",
      "An attachment is still being processed. Wait a moment and send again.",
    );
  if (
    found.some((attachment) => attachment.kind === "image") &&
    !state.model.supportsImages
  )
    return refuse(
      "MODEL_LACKS_IMAGE_INPUT",
      "This model can't read images. Remove them or choose another model.",
    );
  return undefined;
}

function startEvents(
  state: SessionState,
  { input, runId, messageId, requestId }: SendMessage,
  attachments: readonly Attachment[],
  { actor }: DecisionFacts,
): readonly EventInput[] {
  const { providerId = "", modelId = "" } = state.model ?? {};
  const { text, clientMessageId } = input;
  return [
    {
      type: "run.started",
      runId,
      actor,
      payload: {
        messageId,
        model: { providerId, modelId },
        ...(requestId === undefined ? {} : { requestId }),
      },
    },
    {
      type: "user.message",
      runId,
      actor,
      payload: {
        messageId,
        text,
        attachments: [...attachments],
        ...(clientMessageId === undefined ? {} : { clientMessageId }),
      },
    },
  ];
}

function findMessage(
  state: SessionState,
  clientMessageId: string,
): UserMessage | undefined {
  return state.messages.find(
    (message): message is UserMessage =>
      message.role === "user" && message.clientMessageId === clientMessageId,
  );
}

function isSameMessage(
  known: UserMessage,
  text: string,
  attachmentIds: readonly string[],
): boolean {
  const sent = known.attachments.map((attachment) => attachment.attachmentId);
  return (
    known.text === text &&
    sent.length === attachmentIds.length &&
    sent.every((id, index) => id === attachmentIds[index])
  );
}
