import type { Channel, HarnessEvent, StopReason } from "./event.ts";
import type { ErrorCode } from "./errors.ts";

/** What a row of the timeline is about, as data that the interface puts into words. */
export interface TimelineSubject {
  readonly messageId?: string;
  /** Of a message: what grows one part makes one row. */
  readonly part?: number;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly approvalId?: string;
  readonly callId?: string;
  readonly turn?: number;
  /** Of an attachment, an artifact or a skill. */
  readonly name?: string;
  /** Title of the session. */
  readonly title?: string;
  readonly trust?: boolean;
  readonly modelId?: string;
  readonly collection?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly code?: ErrorCode;
  readonly stopReason?: StopReason;
  readonly channel?: Channel;
  /** UTF-16 units of text. */
  readonly characters?: number;
  readonly bytes?: number;
  readonly durationMs?: number;
  readonly delayMs?: number;
  readonly attempt?: number;
}

/** The subject of an event; empty for a type that has none or is not known. */
export function subjectOf(event: HarnessEvent): TimelineSubject {
  const noun = event.type.slice(0, event.type.indexOf("."));
  switch (noun) {
    case "assistant":
    case "user":
      return subjectOfMessage(event);
    case "tool":
    case "approval":
    case "skill":
    case "artifact":
      return subjectOfCall(event);
    case "model":
    case "run":
      return subjectOfRun(event);
    default:
      return subjectOfSession(event);
  }
}

function subjectOfMessage(event: HarnessEvent): TimelineSubject {
  switch (event.type) {
    case "user.message":
      return {
        messageId: event.payload.messageId,
        characters: event.payload.text.length,
      };
    case "assistant.started":
      return { messageId: event.payload.messageId };
    case "assistant.delta": {
      const { messageId, part, channel, delta } = event.payload;
      return { messageId, part, channel, characters: delta.length };
    }
    case "assistant.completed": {
      const { messageId, text, stopReason } = event.payload;
      return { messageId, characters: text.length, stopReason };
    }
    default:
      return {};
  }
}

function subjectOfCall(event: HarnessEvent): TimelineSubject {
  switch (event.type) {
    case "tool.drafted":
      return {
        messageId: event.payload.messageId,
        part: event.payload.part,
        toolName: event.payload.toolName,
        bytes: event.payload.argsBytes,
      };
    case "tool.requested":
    case "tool.started":
    case "tool.progressed":
      return {
        toolCallId: event.payload.toolCallId,
        toolName: event.payload.toolName,
      };
    case "tool.completed": {
      const { toolCallId, toolName, durationMs } = event.payload;
      return { toolCallId, toolName, durationMs };
    }
    case "tool.failed": {
      const { toolCallId, toolName, code, durationMs } = event.payload;
      return { toolCallId, toolName, code, durationMs };
    }
    case "tool.denied": {
      const { toolCallId, toolName, code, reason } = event.payload;
      return { toolCallId, toolName, code, reason };
    }
    case "approval.required": {
      const { approvalId, toolCallId, toolName } = event.payload.approval;
      return { approvalId, toolCallId, toolName };
    }
    case "approval.resolved": {
      const { approvalId, toolCallId, status } = event.payload;
      return { approvalId, toolCallId, status };
    }
    case "skill.requested":
      return { toolCallId: event.payload.toolCallId, name: event.payload.name };
    case "skill.loaded": {
      const { toolCallId, name, characters } = event.payload;
      return { toolCallId, name, characters };
    }
    case "artifact.saved": {
      const { artifact, toolCallId } = event.payload;
      return { toolCallId, name: artifact.name, bytes: artifact.sizeBytes };
    }
    default:
      return {};
  }
}

function subjectOfRun(event: HarnessEvent): TimelineSubject {
  switch (event.type) {
    case "model.configured":
      return { modelId: event.payload.connection.modelId };
    case "model.requested":
      return { callId: event.payload.callId, turn: event.payload.turn };
    case "model.responded": {
      const { callId, turn, model, stopReason, durationMs } = event.payload;
      return { callId, turn, modelId: model.modelId, stopReason, durationMs };
    }
    case "run.started":
      return {
        messageId: event.payload.messageId,
        modelId: event.payload.model.modelId,
      };
    case "run.retrying": {
      const { attempt, delayMs, code } = event.payload;
      return { attempt, delayMs, code };
    }
    case "run.resumed":
      return { reason: event.payload.reason };
    case "run.completed":
      return { durationMs: event.payload.durationMs };
    case "run.failed":
      return { code: event.payload.code, durationMs: event.payload.durationMs };
    case "run.cancelled":
      return {
        reason: event.payload.reason,
        durationMs: event.payload.durationMs,
      };
    default:
      return {};
  }
}

function subjectOfSession(event: HarnessEvent): TimelineSubject {
  switch (event.type) {
    case "session.started":
      return { title: event.payload.title };
    case "session.updated": {
      const { title, trust } = event.payload;
      return {
        ...(title === undefined ? {} : { title }),
        ...(trust === undefined ? {} : { trust }),
      };
    }
    case "session.resumed":
    case "session.closed":
      return { reason: event.payload.reason };
    case "attachment.added":
    case "attachment.updated": {
      const { name, status } = event.payload.attachment;
      return { name, status };
    }
    case "attachment.rejected":
      return { name: event.payload.name, code: event.payload.code };
    case "lab.updated":
      return { collection: event.payload.collection, name: event.payload.id };
    default:
      return {};
  }
}
