/** The Anthropic messages wire, as Anthropic defined it and as others speak it. */
import {
  isRecord,
  numberAt,
  parseJson,
  recordAt,
  textAt,
} from "./json-record.ts";
import type { JsonRecord } from "./json-record.ts";
import { encodeSse, type SseEvent } from "./sse-decoder.ts";
import type { ReportProblem, WireNormalizer } from "./wire-normalizer.ts";
import { readProviderError } from "./wire-problem.ts";

const STOP_REASONS: ReadonlyMap<string, string> = new Map([
  ["stop", "end_turn"],
  ["length", "max_tokens"],
  ["model_context_window_exceeded", "max_tokens"],
  ["tool_calls", "tool_use"],
]);
const REFUSALS = /^(refusal|sensitive|content_?filter)$/i;

interface OpenBlock {
  readonly place: number;
  readonly raw: number;
  /** The input that came with the start of a call instead of in pieces. */
  readonly input: JsonRecord | undefined;
  hasPieces: boolean;
}

export class AnthropicNormalizer implements WireNormalizer {
  readonly #report: ReportProblem;
  #open: OpenBlock[] = [];
  #places = 0;

  constructor(report: ReportProblem) {
    this.#report = report;
  }

  push({ name, data }: SseEvent): readonly string[] {
    const event = parseJson(data);
    if (!isRecord(event)) {
      if (data.trim() !== "[DONE]") this.#report({ kind: "unreadable" });
      return [];
    }
    const type = textAt(event, "type") ?? name ?? "";
    if (type === "error" || isRecord(event["error"])) {
      const error = readProviderError(event, undefined);
      this.#report({ kind: "error_event", error });
      return [];
    }
    return this.#event(type, { ...event, type });
  }

  end(): readonly string[] {
    return [];
  }

  #event(type: string, event: JsonRecord): readonly string[] {
    switch (type) {
      case "message_start":
        return [encodeSse(type, withUsage(event))];
      case "content_block_start":
        return this.#start(event);
      case "content_block_delta":
        return this.#delta(event);
      case "content_block_stop": {
        const block = this.#blockOf(event);
        return block === undefined ? [] : this.#close(block);
      }
      case "message_delta":
        return this.#messageDelta(event);
      case "message_stop":
        return [...this.#closeAll(), encodeSse(type, event)];
      default:
        return [];
    }
  }

  #start(event: JsonRecord): readonly string[] {
    const content = recordAt(event, "content_block");
    if (content === undefined) return [];
    const place = this.#places++;
    const { input } = content;
    const isCall = content["type"] === "tool_use";
    this.#open.push({
      place,
      raw: numberAt(event, "index") ?? place,
      input:
        isRecord(input) && Object.keys(input).length > 0 ? input : undefined,
      hasPieces: false,
    });
    const block = isCall
      ? {
          ...content,
          id: `wire_${place}`,
          name: textAt(content, "name") ?? "",
          input: {},
        }
      : content;
    return [
      encodeSse("content_block_start", {
        ...event,
        index: place,
        content_block: block,
      }),
    ];
  }

  #delta(event: JsonRecord): readonly string[] {
    const block = this.#blockOf(event);
    if (block === undefined) return [];
    const piece = recordAt(event, "delta");
    if (piece !== undefined && textAt(piece, "partial_json") !== undefined)
      block.hasPieces = true;
    return [encodeSse("content_block_delta", { ...event, index: block.place })];
  }

  #messageDelta(event: JsonRecord): readonly string[] {
    const delta = recordAt(event, "delta") ?? {};
    const reason = textAt(delta, "stop_reason");
    // A call whose end is missing must not run on what happens to be readable of it.
    const closing = reason === undefined ? [] : this.#closeAll();
    if (reason !== undefined && REFUSALS.test(reason)) {
      this.#report({ kind: "refused" });
      return closing;
    }
    const known =
      reason === undefined ? undefined : (STOP_REASONS.get(reason) ?? reason);
    const shown = {
      ...event,
      delta: {
        ...delta,
        ...(known === undefined ? {} : { stop_reason: known }),
      },
    };
    return [...closing, encodeSse("message_delta", shown)];
  }

  #blockOf(event: JsonRecord): OpenBlock | undefined {
    const raw = numberAt(event, "index");
    return raw === undefined
      ? this.#open.at(-1)
      : this.#open.findLast((block) => block.raw === raw);
  }

  #closeAll(): readonly string[] {
    return this.#open.flatMap((block) => this.#close(block));
  }

  #close(block: OpenBlock): readonly string[] {
    this.#open = this.#open.filter((candidate) => candidate !== block);
    const { place, input, hasPieces } = block;
    const whole =
      input === undefined || hasPieces
        ? []
        : [
            encodeSse("content_block_delta", {
              type: "content_block_delta",
              index: place,
              delta: {
                type: "input_json_delta",
                partial_json: JSON.stringify(input),
              },
            }),
          ];
    const stop = { type: "content_block_stop", index: place };
    return [...whole, encodeSse("content_block_stop", stop)];
  }
}

/** The parser behind us takes the usage of a message's start for granted. */
function withUsage(event: JsonRecord): JsonRecord {
  const message = recordAt(event, "message") ?? {};
  const usage = recordAt(message, "usage") ?? {};
  return { ...event, message: { ...message, usage } };
}
