/**
 * A pure mapping from Pi's session events to the neutral events of the port. Pi's types stop here; Pi events that
 * are not known are ignored. Pi's message objects are live, so everything needed is copied at once.
 */
import type { AgentSessionEvent } from "@earendil-works/pi-coding-agent";
import type {
  AssistantMessage,
  AssistantMessageEvent,
} from "@earendil-works/pi-ai";
import type { JsonObject, StopReason } from "@agent-studio/shared";
import type { AgentEvent, AgentPart } from "./agent-session.ts";
import { TOO_DEEP } from "./arguments-depth.ts";
import { markOf } from "./pi-message-mark.ts";
import { classifyProviderFailure } from "./pi-provider-failure.ts";
import { toUsage } from "./pi-usage.ts";

const STOP_REASONS: Readonly<
  Record<AssistantMessage["stopReason"], StopReason>
> = {
  pending: "aborted",
  stop: "stop",
  length: "length",
  toolUse: "tool_use",
  error: "error",
  aborted: "aborted",
  deferred: "error",
};

export interface PiEventAdapterOptions {
  /** Whether the message that Pi reports now was recorded before, so that the log has it. */
  readonly isReplaying: () => boolean;
}

/** Keeps only what one message in progress needs: the sizes of the calls being written. */
export class PiEventAdapter {
  readonly #options: PiEventAdapterOptions;
  readonly #draftBytes = new Map<number, number>();

  constructor(options: PiEventAdapterOptions) {
    this.#options = options;
  }

  /** The neutral events that one Pi event means, in order; none for most. */
  map(event: AgentSessionEvent): readonly AgentEvent[] {
    switch (event.type) {
      case "message_start":
        this.#draftBytes.clear();
        return [];
      case "message_update":
        return this.#update(event.assistantMessageEvent);
      case "message_end":
        return event.message.role === "assistant"
          ? [this.#ended(event.message)]
          : [];
      case "auto_retry_start":
        return [
          {
            type: "retrying",
            attempt: event.attempt,
            delayMs: event.delayMs,
            failure: classifyProviderFailure(event.errorMessage),
          },
        ];
      case "tool_execution_end":
        return [{ type: "call_refused", toolCallId: event.toolCallId }];
      default:
        return [];
    }
  }

  #ended(message: AssistantMessage): AgentEvent {
    const answer = responded(message);
    if (!this.#options.isReplaying()) return answer;
    const { parts, stopReason } = answer;
    return { type: "replayed", parts, stopReason };
  }

  #update(event: AssistantMessageEvent): readonly AgentEvent[] {
    switch (event.type) {
      case "text_delta":
        return [
          {
            type: "delta",
            part: event.contentIndex,
            channel: "text",
            delta: event.delta,
          },
        ];
      case "thinking_delta":
        return [
          {
            type: "delta",
            part: event.contentIndex,
            channel: "reasoning",
            delta: event.delta,
          },
        ];
      case "toolcall_start":
        return this.#drafted(event.contentIndex, "", event.partial);
      case "toolcall_delta":
        return this.#drafted(event.contentIndex, event.delta, event.partial);
      default:
        return [];
    }
  }

  #drafted(
    part: number,
    delta: string,
    partial: AssistantMessage,
  ): readonly AgentEvent[] {
    const argsBytes =
      (this.#draftBytes.get(part) ?? 0) + Buffer.byteLength(delta);
    this.#draftBytes.set(part, argsBytes);
    const content = partial.content[part];
    const toolName = content?.type === "toolCall" ? content.name : "";
    return [{ type: "drafted", part, toolName, argsBytes }];
  }
}

function responded(
  message: AssistantMessage,
): Extract<AgentEvent, { type: "responded" }> {
  const stopReason = STOP_REASONS[message.stopReason];
  return {
    type: "responded",
    parts: message.content.flatMap((content, part) =>
      toPart(content, part, message.stopReason),
    ),
    stopReason,
    model: { providerId: message.provider, modelId: message.model },
    usage: toUsage(message.usage),
    costUsd:
      stopReason === "aborted" ? null : (markOf(message)?.costUsd ?? null),
    ...(stopReason === "error"
      ? { failure: classifyProviderFailure(message.errorMessage) }
      : {}),
    sealed: structuredClone(message),
  };
}

function toPart(
  content: AssistantMessage["content"][number],
  part: number,
  stopReason: string,
): AgentPart[] {
  switch (content.type) {
    case "text":
      return [{ kind: "text", part, text: content.text }];
    case "thinking":
      return [{ kind: "reasoning", part, text: content.thinking }];
    case "toolCall":
      return [
        {
          kind: "call",
          part,
          toolCallId: content.id,
          toolName: content.name,
          args: structuredClone(content.arguments) satisfies JsonObject,
          ...argsError(content.argumentsError, stopReason),
        },
      ];
  }
}

function argsError(
  argumentsError: string | undefined,
  stopReason: string,
): { argsError?: string } {
  if (stopReason === "length") {
    return {
      argsError:
        "The answer hit the output limit, so these arguments may be cut off. Write them again, shorter.",
    };
  }
  return argumentsError === undefined
    ? {}
    : {
        argsError:
          argumentsError === TOO_DEEP
            ? TOO_DEEP
            : "The arguments are not a valid JSON object. Write the call again.",
      };
}
