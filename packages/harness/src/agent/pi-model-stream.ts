/**
 * Stands between Pi and a model's stream. It gives every tool call an id of ours (providers repeat theirs, or send
 * none), announces each call to the model, and makes the model read exactly the results that the log has.
 */
import {
  createAssistantMessageEventStream,
  type AssistantMessage,
  type AssistantMessageEvent,
  type AssistantMessageEventStream,
  type ProviderStreams,
  type ToolCall,
} from "@earendil-works/pi-ai";
import type { AgentHost } from "./agent-session.ts";
import { ARGS_DEPTH_LIMIT, isDeeper, TOO_DEEP } from "./arguments-depth.ts";
import { toPiErrorMessage } from "./pi-provider-failure.ts";

type StreamArgs = Parameters<ProviderStreams["stream"]>;
type TranscriptContext = StreamArgs[1];

export interface ModelStreamOptions {
  readonly host: Pick<AgentHost, "onEvent" | "replyOf">;
  readonly newToolCallId: () => string;
}

/** Wraps a provider's streams; the wrapper never throws, a failure is an `error` message as Pi wants it. */
export function wrapModelStream(
  inner: ProviderStreams,
  options: ModelStreamOptions,
): ProviderStreams {
  const patience = new Patience();
  const wrap =
    (call: ProviderStreams["stream"]) =>
    (
      ...[model, context, streamOptions]: StreamArgs
    ): AssistantMessageEventStream => {
      options.host.onEvent({ type: "requested" });
      const out = createAssistantMessageEventStream();
      const source = (): AssistantMessageEventStream =>
        call(model, withRecordedReplies(context, options.host), streamOptions);
      const attempt: Attempt = {
        newToolCallId: options.newToolCallId,
        finish: (message) => patience.judge(message),
      };
      void forward(source, out, attempt).catch(() => breakOff(out, model));
      return out;
    };
  return {
    stream: wrap((...args) => inner.stream(...args)),
    streamSimple: wrap((...args) => inner.streamSimple(...args)),
  };
}

interface Attempt {
  readonly newToolCallId: () => string;
  /** The finished message as Pi gets it. */
  readonly finish: (message: AssistantMessage) => AssistantMessage;
}

/** Attempts of one call of the model that may follow each other this long, in milliseconds. */
const RETRY_LIMIT_MS = 30_000;

/** Decides whether a failed attempt may be followed by another one. */
class Patience {
  #since: number | undefined;

  /** A failed message in words that Pi understands as we do; any other one as it is. */
  judge(message: AssistantMessage): AssistantMessage {
    if (message.stopReason !== "error") {
      this.#since = undefined;
      return message;
    }
    const now = performance.now();
    this.#since ??= now;
    const isInTime = now - this.#since < RETRY_LIMIT_MS;
    const errorMessage = toPiErrorMessage(message.errorMessage, isInTime);
    return { ...message, errorMessage };
  }
}

async function forward(
  open: () => AssistantMessageEventStream,
  out: AssistantMessageEventStream,
  { newToolCallId, finish }: Attempt,
): Promise<void> {
  const ids = new Map<number, string>();
  const idAt = (index: number): string => {
    const known = ids.get(index) ?? newToolCallId();
    ids.set(index, known);
    return known;
  };
  const source = open();
  const finished = (message: AssistantMessage): AssistantMessage =>
    finish(ownIds(message, idAt));
  for await (const event of source) out.push(withOwnIds(event, idAt, finished));
  out.end(finished(await source.result()));
}

/** A stream that throws would leave Pi waiting for ever: it ends as a failed message. */
function breakOff(
  out: AssistantMessageEventStream,
  model: StreamArgs[0],
): void {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const error: AssistantMessage = {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 0,
      cost,
    },
    stopReason: "error",
    errorMessage: "The stream could not be read.",
    timestamp: Date.now(),
  };
  out.push({ type: "error", reason: "error", error });
  out.end(error);
}

function withOwnIds(
  event: AssistantMessageEvent,
  idAt: (index: number) => string,
  finished: (message: AssistantMessage) => AssistantMessage,
): AssistantMessageEvent {
  switch (event.type) {
    case "toolcall_end":
      return {
        ...event,
        toolCall: ownCall(event.toolCall, idAt(event.contentIndex)),
      };
    case "done":
      return { ...event, message: finished(event.message) };
    case "error":
      return { ...event, error: finished(event.error) };
    default:
      return event;
  }
}

function ownIds(
  message: AssistantMessage,
  idAt: (index: number) => string,
): AssistantMessage {
  return {
    ...message,
    content: message.content.map(
      (part, index): (typeof message.content)[number] =>
        part.type === "toolCall" ? ownCall(part, idAt(index)) : part,
    ),
  };
}

/** Arguments that are too deep overflow Pi and everything after it: it gets none, with the cause. */
function ownCall(call: ToolCall, id: string): ToolCall {
  return isDeeper(call.arguments, ARGS_DEPTH_LIMIT)
    ? { ...call, id, arguments: {}, argumentsError: TOO_DEEP }
    : { ...call, id };
}

function withRecordedReplies(
  context: TranscriptContext,
  host: Pick<AgentHost, "replyOf">,
): TranscriptContext {
  return {
    ...context,
    messages: context.messages.map((message) => {
      if (message.role !== "toolResult") return message;
      const reply = host.replyOf(message.toolCallId);
      if (reply === undefined) return message;
      return {
        ...message,
        content: [{ type: "text", text: reply.text }],
        isError: reply.isError,
      };
    }),
  };
}
