/** The names under which events find each other: what an event follows from, and what it leaves for later ones. */
import type { EventOf, HarnessEvent } from "./event.ts";

/** The traces that an event follows from, as far as they are there. */
export function causeKeys(event: HarnessEvent): readonly string[] {
  const run = event.runId ?? "";
  switch (event.type) {
    case "run.started":
      return ["model"];
    case "user.message":
      return [
        `run:${run}`,
        ...event.payload.attachments.map((one) => `file:${one.attachmentId}`),
      ];
    case "attachment.updated":
      return [`file:${event.payload.attachment.attachmentId}`];
    case "attachment.removed":
      return [`file:${event.payload.attachmentId}`];
    case "session.resumed":
      return ["closed"];
    case "model.cleared":
      return ["model"];
    case "run.resumed":
      return ["resumed", `decided:${run}`];
    case "run.failed":
      return event.payload.code === "INTERRUPTED"
        ? [`next:${run}`, "resumed"]
        : [`next:${run}`];
    case "run.completed":
    case "run.cancelled":
    case "model.requested":
      return [`next:${run}`];
    case "run.retrying":
    case "model.responded":
    case "assistant.started":
    case "assistant.delta":
    case "assistant.completed":
    case "tool.drafted":
      return causeKeysOfAnswer(event);
    default:
      return causeKeysOfCall(event);
  }
}

function causeKeysOfAnswer(
  event: EventOf<
    | "run.retrying"
    | "model.responded"
    | "assistant.started"
    | "assistant.delta"
    | "assistant.completed"
    | "tool.drafted"
  >,
): readonly string[] {
  const run = event.runId ?? "";
  switch (event.type) {
    case "assistant.started":
      return [`asked:${run}`];
    case "assistant.delta":
    case "assistant.completed":
    case "tool.drafted":
      return [`message:${event.payload.messageId}`];
    case "model.responded":
      return [`model:${event.payload.callId}`, `written:${run}`];
    case "run.retrying":
      return [`next:${run}`];
  }
}

function causeKeysOfCall(event: HarnessEvent): readonly string[] {
  switch (event.type) {
    case "tool.requested":
      return [`written:${event.payload.messageId}`];
    case "skill.requested":
      return [`call:${event.payload.toolCallId}`];
    case "approval.required":
      return [`call:${event.payload.approval.toolCallId}`];
    case "approval.resolved":
      return event.actor?.kind === "trust"
        ? [`approval:${event.payload.approvalId}`, "trust"]
        : [`approval:${event.payload.approvalId}`];
    case "tool.started":
    case "tool.denied":
      return [
        `call:${event.payload.toolCallId}`,
        `answer:${event.payload.toolCallId}`,
      ];
    case "tool.completed":
    case "tool.failed":
    case "tool.progressed":
    case "artifact.saved":
      return [`work:${event.payload.toolCallId}`];
    case "skill.loaded":
      return [
        `skill:${event.payload.toolCallId}`,
        `ended:${event.payload.toolCallId}`,
      ];
    case "lab.updated":
      return "toolCallId" in event.payload.cause
        ? [`work:${event.payload.cause.toolCallId}`]
        : [];
    default:
      return [];
  }
}

/** The traces that an event leaves; a later one of the same name takes its place. */
export function traceKeys(event: HarnessEvent): readonly string[] {
  const run = event.runId ?? "";
  switch (event.type) {
    case "session.updated":
      return event.payload.trust === true ? ["trust"] : [];
    case "session.closed":
      return ["closed"];
    case "session.resumed":
      return ["resumed"];
    case "model.configured":
      return ["model"];
    case "attachment.added":
    case "attachment.updated":
      return [`file:${event.payload.attachment.attachmentId}`];
    case "run.started":
      return [`run:${run}`];
    case "user.message":
    case "run.retrying":
    case "run.resumed":
      return [`next:${run}`];
    case "model.requested":
      return [`asked:${run}`, `model:${event.payload.callId}`];
    case "model.responded":
      return [`next:${run}`];
    case "assistant.started":
      return [`message:${event.payload.messageId}`];
    case "assistant.completed":
      return [`written:${event.payload.messageId}`, `written:${run}`];
    default:
      return traceKeysOfCall(event);
  }
}

function traceKeysOfCall(event: HarnessEvent): readonly string[] {
  switch (event.type) {
    case "tool.requested":
      return [
        `call:${event.payload.toolCallId}`,
        `work:${event.payload.toolCallId}`,
      ];
    case "skill.requested":
      return [`skill:${event.payload.toolCallId}`];
    case "approval.required":
      return [`approval:${event.payload.approval.approvalId}`];
    case "approval.resolved":
      return [
        `answer:${event.payload.toolCallId}`,
        `decided:${event.runId ?? ""}`,
      ];
    case "tool.started":
      return [`work:${event.payload.toolCallId}`];
    case "tool.completed":
      return [`ended:${event.payload.toolCallId}`];
    default:
      return [];
  }
}
