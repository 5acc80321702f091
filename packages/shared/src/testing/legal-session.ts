import type { HarnessEvent } from "../event.ts";
import { canLieStill } from "./legal-context.ts";
import type { LegalContext, Report } from "./legal-context.ts";

/** Rules of the session's own events, and of what may come after them. */
export function checkSessionEvent(
  context: LegalContext,
  event: HarnessEvent,
  report: Report,
): void {
  const isFirst = context.previous === null;
  if (isFirst !== (event.type === "session.started")) {
    report(
      isFirst
        ? "a log begins with session.started"
        : "the session has started already",
    );
  }
  checkAfterClosed(context, event, report);
  switch (event.type) {
    case "session.resumed":
      context.trust = false;
      break;
    case "session.updated":
      if (
        event.payload.title === undefined &&
        event.payload.trust === undefined
      )
        report("updates nothing");
      context.trust = event.payload.trust ?? context.trust;
      break;
    case "session.closed":
      checkClosed(context, event.payload.reason, report);
      context.closed = event.payload.reason;
      break;
    default:
      checkAttachment(context, event, report);
  }
}

function checkAfterClosed(
  context: LegalContext,
  event: HarnessEvent,
  report: Report,
): void {
  if (context.closed === "deleted")
    report("comes after the session was deleted");
  if (context.closed === "shutdown") {
    const needsRecovery = context.trust || context.run !== null;
    if (needsRecovery && event.type !== "session.resumed")
      report("a recovery begins with session.resumed");
    context.closed = null;
  }
}

function checkClosed(
  context: LegalContext,
  reason: "deleted" | "shutdown",
  report: Report,
): void {
  if (context.run === null) return;
  if (reason === "deleted") report(`${context.run.runId} has not ended`);
  else if (!canLieStill(context.run))
    report(
      `${context.run.runId} does not only wait for people and has not ended`,
    );
}

function checkAttachment(
  context: LegalContext,
  event: HarnessEvent,
  report: Report,
): void {
  switch (event.type) {
    case "attachment.added":
      if (context.attachments.has(event.payload.attachment.attachmentId))
        report("was added before");
      context.attachments.add(event.payload.attachment.attachmentId);
      break;
    case "attachment.updated":
      if (!context.attachments.has(event.payload.attachment.attachmentId))
        report("was never added");
      break;
    case "attachment.removed":
      if (!context.attachments.delete(event.payload.attachmentId))
        report("is not there");
      break;
    default:
  }
}
