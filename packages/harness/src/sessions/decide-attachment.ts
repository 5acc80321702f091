/** Commands on the attachments of a session, decided over its state. */
import type { EventInput, SessionState } from "@agent-studio/shared";
import type { AttachmentCommand } from "./attachment-command.ts";
import { refuse, type Decision, type DecisionFacts } from "./decision.ts";

/** Attachments that a session may hold at once: ten full messages, at most 200 MiB on disk. */
export const ATTACHMENT_LIMIT = 100;

/** Total: every command on every state has one answer. */
export function decideAttachment(
  state: SessionState,
  command: AttachmentCommand,
  { actor }: Pick<DecisionFacts, "actor">,
): Decision {
  switch (command.type) {
    case "add_attachment": {
      const { attachment } = command;
      return (
        attachmentLimit(state, 1) ??
        appendAll([
          { type: "attachment.added", actor, payload: { attachment } },
        ])
      );
    }
    case "settle_attachment": {
      const { attachment } = command;
      return has(state, attachment.attachmentId)
        ? appendAll([
            { type: "attachment.updated", actor, payload: { attachment } },
          ])
        : notFound();
    }
    case "drop_attachment": {
      const { attachmentId, name, code } = command;
      const rejected: EventInput[] =
        code === undefined
          ? []
          : [{ type: "attachment.rejected", actor, payload: { name, code } }];
      return appendAll([
        ...rejected,
        ...removal(state, attachmentId, { actor }),
      ]);
    }
    case "remove_attachment":
      return appendAll(removal(state, command.attachmentId, { actor }));
  }
}

/** The refusal when the session can't hold so many more; undefined when it can. */
export function attachmentLimit(
  { attachments }: SessionState,
  more: number,
): Decision | undefined {
  return attachments.length + more <= ATTACHMENT_LIMIT
    ? undefined
    : refuse(
        "LIMIT_REACHED",
        `A session holds at most ${ATTACHMENT_LIMIT} attachments. Remove some, or start a new session.`,
        { limit: ATTACHMENT_LIMIT },
      );
}

/** What was being processed when the process or the log was lost will not become ready any more. */
export function recoverAttachments({
  attachments,
}: SessionState): readonly EventInput[] {
  return attachments
    .filter(({ status }) => status === "processing")
    .map((attachment) => ({
      type: "attachment.updated",
      payload: { attachment: { ...attachment, status: "failed" } },
    }));
}

function removal(
  state: SessionState,
  attachmentId: string,
  { actor }: Pick<DecisionFacts, "actor">,
): readonly EventInput[] {
  return has(state, attachmentId)
    ? [{ type: "attachment.removed", actor, payload: { attachmentId } }]
    : [];
}

function has({ attachments }: SessionState, attachmentId: string): boolean {
  return attachments.some((other) => other.attachmentId === attachmentId);
}

function appendAll(events: readonly EventInput[]): Decision {
  return events.length === 0
    ? { kind: "unchanged" }
    : { kind: "append", events };
}

function notFound(): Decision {
  return refuse(
    "ATTACHMENT_NOT_FOUND",
    "The attachment was removed while it was being processed.",
  );
}
