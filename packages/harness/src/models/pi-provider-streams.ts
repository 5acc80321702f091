/**
 * The streams of a real provider: Pi's own implementation of the api, on a request layer of ours. Pi never holds the
 * key. A failed call ends in a message whose error text is ours, made from what the request layer saw.
 */
import {
  createAssistantMessageEventStream,
  type AssistantMessage,
  type AssistantMessageEvent,
  type AssistantMessageEventStream,
  type Message,
  type ProviderStreams,
} from "@earendil-works/pi-ai";
import { anthropicMessagesApi } from "@earendil-works/pi-ai/api/anthropic-messages.lazy";
import { openAICompletionsApi } from "@earendil-works/pi-ai/api/openai-completions.lazy";
import { openAIResponsesApi } from "@earendil-works/pi-ai/api/openai-responses.lazy";
import type { ModelApi } from "@agent-studio/shared";
import {
  describeProblem,
  encodeFailure,
  type FailedRequest,
  type ProviderFailure,
} from "./provider-failure.ts";
import { isRecord } from "./wire/json-record.ts";
import { WireAttempt, type WireAttemptOptions } from "./wire/wire-attempt.ts";

export interface ProviderStreamsOptions extends WireAttemptOptions {
  /** Whether requests carry a limit of output tokens. */
  readonly sendsOutputLimit: boolean;
}

type StreamArgs = Parameters<ProviderStreams["stream"]>;

/** Streams over one connection; they never throw. */
export function createProviderStreams(
  options: ProviderStreamsOptions,
): ProviderStreams {
  const inner = piStreams(options.api);
  const wrap =
    (call: ProviderStreams["stream"]) =>
    (
      ...[model, context, streamOptions]: StreamArgs
    ): AssistantMessageEventStream => {
      const attempt = new WireAttempt(options);
      const out = createAssistantMessageEventStream();
      const source = call(model, context, {
        ...streamOptions,
        fetch: attempt.fetch,
        ...(options.sendsOutputLimit
          ? {}
          : { onPayload: (payload: unknown) => withoutLimit(payload) }),
      });
      void forward(source, out, {
        attempt,
        hasImages: context.messages.some(holdsImage),
      });
      return out;
    };
  return {
    stream: wrap((...args) => inner.stream(...args)),
    streamSimple: wrap((...args) => inner.streamSimple(...args)),
  };
}

function piStreams(api: ModelApi): ProviderStreams {
  switch (api) {
    case "openai-completions":
      return openAICompletionsApi();
    case "openai-responses":
      return openAIResponsesApi();
    case "anthropic-messages":
      return anthropicMessagesApi();
    case "demo":
      throw new Error("The demo model is no provider.");
  }
}

interface ProviderCall extends FailedRequest {
  readonly attempt: WireAttempt;
}

function holdsImage({ content }: Message): boolean {
  return (
    typeof content !== "string" && content.some((part) => part.type === "image")
  );
}

async function forward(
  source: AssistantMessageEventStream,
  out: AssistantMessageEventStream,
  call: ProviderCall,
): Promise<void> {
  for await (const event of source) {
    const last = toEnd(event, call);
    if (last === undefined) {
      out.push(event);
      continue;
    }
    out.push(last);
    out.end(last.type === "done" ? last.message : last.error);
  }
}

type EndEvent = Extract<AssistantMessageEvent, { type: "done" | "error" }>;

/** The end of a call in our words; undefined for any other event. */
function toEnd(
  event: AssistantMessageEvent,
  { attempt: { problem }, hasImages }: ProviderCall,
): EndEvent | undefined {
  if (event.type === "error") {
    if (event.reason === "aborted") return event;
    const shown =
      problem === undefined
        ? describePiError(event.error.errorMessage)
        : describeProblem(problem, { hasImages });
    return toError(event.error, shown);
  }
  if (event.type !== "done") return undefined;
  const { message } = event;
  if (problem !== undefined)
    return toError(message, describeProblem(problem, { hasImages }));
  const hasCalls = message.content.some((part) => part.type === "toolCall");
  if (message.stopReason === "toolUse" && !hasCalls)
    return toError(message, describeProblem({ kind: "missing_call" }));
  return event;
}

/** Pi's own complaint about an answer that was well-formed as far as the request layer could see. */
function describePiError(text: string | undefined): ProviderFailure {
  const isCut = /ended (before|without)/i.test(text ?? "");
  return describeProblem({ kind: isCut ? "broke_off" : "unreadable" });
}

function toError(message: AssistantMessage, shown: ProviderFailure): EndEvent {
  const { diagnostics: _diagnostics, ...rest } = message;
  const error: AssistantMessage = {
    ...rest,
    stopReason: "error",
    errorMessage: encodeFailure(shown),
  };
  return { type: "error", reason: "error", error };
}

function withoutLimit(payload: unknown): unknown {
  if (!isRecord(payload)) return payload;
  const {
    max_tokens: _tokens,
    max_completion_tokens: _completion,
    max_output_tokens: _output,
    ...rest
  } = payload;
  return rest;
}
