/**
 * Stands between Pi and a model's stream. It gives every tool call an id of ours (providers repeat theirs, or send
 * none), takes reasoning out of texts, announces each call to the model, makes the model read exactly the results that
 * the log has, and decides whether a failed call is tried again.
 */
import {
  createAssistantMessageEventStream,
  type Api,
  type AssistantMessage,
  type AssistantMessageEvent,
  type AssistantMessageEventStream,
  type Model,
  type ProviderStreams,
} from "@earendil-works/pi-ai";
import type { Usage } from "@agent-studio/shared";
import { emptyMessage } from "../models/pi-empty-message.ts";
import { encodeFailure } from "../models/provider-failure.ts";
import type { AgentHost } from "./agent-session.ts";
import type { MarkedMessage, MessageMark } from "./pi-message-mark.ts";
import { omitsOpeningTag, outgoingContext } from "./pi-outgoing-context.ts";
import { OwnMessage, type TextHold } from "./pi-own-message.ts";
import { readPiFailure } from "./pi-provider-failure.ts";
import type { PiReplayTape } from "./pi-replay-tape.ts";
import { toUsage } from "./pi-usage.ts";
import type { RetryPlan } from "./retry-plan.ts";

type StreamArgs = Parameters<ProviderStreams["stream"]>;

/** Half a second of reading at most: enough to see a short block of reasoning whose opening tag the server swallowed. */
const SHORT_HOLD: TextHold = { characters: 200, limitMs: 150 };
/** For a model that is known to leave the tag out. */
const LONG_HOLD: TextHold = { characters: 32_768, limitMs: undefined };
const NO_HOLD: TextHold = { characters: 0, limitMs: undefined };

export interface ModelStreamOptions {
  readonly host: Pick<AgentHost, "onEvent" | "replyOf">;
  readonly newToolCallId: () => string;
  /** What stands for the model first. */
  readonly tape: PiReplayTape;
  readonly retries: RetryPlan;
  /** Told before a failed call reaches Pi: how long to wait before the next try, or undefined for no other try. */
  readonly onRetry: (waitMs: number | undefined) => void;
  /** What a call cost in US dollars; null where it is not known. */
  readonly costOf: (usage: Usage) => number | null;
}

/** Wraps a provider's streams; the wrapper never throws, a failure is an `error` message as Pi wants it. */
export function wrapModelStream(
  inner: ProviderStreams,
  options: ModelStreamOptions,
): ProviderStreams {
  const wrap =
    (call: ProviderStreams["stream"]) =>
    (
      ...[model, context, streamOptions]: StreamArgs
    ): AssistantMessageEventStream => {
      const recorded = options.tape.next();
      if (recorded !== undefined) return recorded;
      options.host.onEvent({ type: "requested" });
      options.retries.begin();
      const out = createAssistantMessageEventStream();
      const message = new OwnMessage({
        out,
        newToolCallId: options.newToolCallId,
        hold: holdOf(model, context),
        mark: (final) => markFor(final, model, options),
      });
      const sent = outgoingContext(context, model, options.host);
      const source = (): AssistantMessageEventStream =>
        call(model, sent, streamOptions);
      const take = (event: AssistantMessageEvent): EndEvent | undefined => {
        message.push(event);
        return toEnd(event, message, options);
      };
      void forward(source, out, take).catch(() => breakOff(out, model));
      return out;
    };
  return {
    stream: wrap((...args) => inner.stream(...args)),
    streamSimple: wrap((...args) => inner.streamSimple(...args)),
  };
}

/** Only chat completions carry reasoning in their text as a matter of course. */
function holdOf(model: Model<Api>, context: StreamArgs[1]): TextHold {
  if (model.api !== "openai-completions") return NO_HOLD;
  return omitsOpeningTag(context, model) ? LONG_HOLD : SHORT_HOLD;
}

type EndEvent = Extract<AssistantMessageEvent, { type: "done" | "error" }>;

async function forward(
  open: () => AssistantMessageEventStream,
  out: AssistantMessageEventStream,
  take: (event: AssistantMessageEvent) => EndEvent | undefined,
): Promise<void> {
  for await (const event of open()) {
    const last = take(event);
    if (last === undefined) continue;
    out.push(last);
    out.end(last.type === "done" ? last.message : last.error);
  }
}

function toEnd(
  event: AssistantMessageEvent,
  message: OwnMessage,
  options: ModelStreamOptions,
): EndEvent | undefined {
  if (event.type === "error")
    return toFailed(message.finish(event.error), event.reason, options);
  if (event.type !== "done") return undefined;
  const final = message.finish(event.message);
  const reason = final.stopReason === "toolUse" ? "toolUse" : event.reason;
  return { ...event, reason, message: final };
}

function toFailed(
  final: MarkedMessage,
  reason: "aborted" | "error",
  { retries, onRetry }: ModelStreamOptions,
): EndEvent {
  if (reason === "aborted")
    return { type: "error", reason, error: { ...final, stopReason: reason } };
  const failure = readPiFailure(final.errorMessage);
  const waitMs = retries.afterFailure(failure);
  onRetry(waitMs);
  const errorMessage = encodeFailure({
    ...failure,
    again: waitMs !== undefined,
  });
  return { type: "error", reason, error: { ...final, errorMessage } };
}

function markFor(
  message: AssistantMessage,
  model: Model<Api>,
  { costOf }: ModelStreamOptions,
): MessageMark {
  const { cost } = message.usage;
  // A router that says what it charged knows best.
  const isTold = cost.totalFromProvider === true;
  return {
    endpoint: model.baseUrl,
    costUsd: isTold ? cost.total : costOf(toUsage(message.usage)),
  };
}

/** A stream that throws would leave Pi waiting for ever: it ends as a failed message. */
function breakOff(
  out: AssistantMessageEventStream,
  model: StreamArgs[0],
): void {
  const error: AssistantMessage = {
    ...emptyMessage(model),
    stopReason: "error",
    errorMessage: "The stream could not be read.",
  };
  out.push({ type: "error", reason: "error", error });
  out.end(error);
}
