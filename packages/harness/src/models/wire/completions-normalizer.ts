/** The chat-completions wire, as OpenAI defined it and as others speak it. */
import {
  isRecord,
  parseJson,
  recordAt,
  recordsAt,
  textAt,
} from "./json-record.ts";
import type { JsonRecord } from "./json-record.ts";
import { encodeSse, type SseEvent } from "./sse-decoder.ts";
import { ToolCallAssembler } from "./tool-call-assembler.ts";
import type { ReportProblem, WireNormalizer } from "./wire-normalizer.ts";
import { readProviderError } from "./wire-problem.ts";

const DONE = "[DONE]";
/** Other names for the ends that OpenAI names. */
const FINISH_REASONS: ReadonlyMap<string, string> = new Map([
  ["eos", "stop"],
  ["eos_token", "stop"],
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["completed", "stop"],
  ["max_tokens", "length"],
  ["max_output_tokens", "length"],
  ["model_length", "length"],
  ["tool_use", "tool_calls"],
  ["tool_call", "tool_calls"],
]);
const REFUSALS =
  /^(content_?filter|safety|sensitive|refusal|prohibited_content|recitation)$/i;
const BROKEN = /^(error|network_error|insufficient_system_resource|aborted)$/i;

export class CompletionsNormalizer implements WireNormalizer {
  readonly #report: ReportProblem;
  readonly #calls = new ToolCallAssembler();
  #hasContent = false;
  #finished = false;
  #done = false;
  #refused = false;

  constructor(report: ReportProblem) {
    this.#report = report;
  }

  push({ name, data }: SseEvent): readonly string[] {
    if (this.#done) return [];
    if (data.trim() === DONE) return this.#end();
    const chunk = parseJson(data);
    if (!isRecord(chunk)) {
      this.#report({ kind: "unreadable" });
      return [];
    }
    if (name === "error" || hasError(chunk)) {
      const error = readProviderError(chunk, undefined);
      this.#report({ kind: "error_event", error });
      return [];
    }
    return this.#chunk(chunk);
  }

  end(): readonly string[] {
    if (this.#refused && this.#finished) this.#report({ kind: "refused" });
    return [];
  }

  /** A server that says that it is done has finished, whether it gave a reason or not. */
  #end(): readonly string[] {
    this.#done = true;
    if (this.#refused) {
      this.#report({ kind: "refused" });
      return [];
    }
    const isEmpty = !this.#hasContent && !this.#calls.hasCalls;
    if (this.#finished || isEmpty) return [encodeSse(undefined, DONE)];
    const finish = this.#calls.hasCalls ? "tool_calls" : "stop";
    const closing = {
      choices: [{ index: 0, delta: {}, finish_reason: finish }],
    };
    return [encodeSse(undefined, closing), encodeSse(undefined, DONE)];
  }

  #chunk(chunk: JsonRecord): readonly string[] {
    const choice = recordsAt(chunk, "choices").find(
      (candidate) =>
        candidate["index"] === undefined || candidate["index"] === 0,
    );
    const { choices: _choices, ...rest } = chunk;
    if (choice === undefined) {
      return [encodeSse(undefined, { ...rest, choices: [] })];
    }
    const delta = this.#delta(
      recordAt(choice, "delta") ?? recordAt(choice, "message") ?? {},
    );
    const finish = this.#finish(textAt(choice, "finish_reason"));
    if (finish === undefined && textAt(choice, "finish_reason") !== undefined)
      return [
        encodeSse(undefined, { ...rest, choices: [{ index: 0, delta }] }),
      ];
    const { usage } = choice;
    return [
      encodeSse(undefined, {
        ...rest,
        choices: [
          {
            index: 0,
            delta,
            finish_reason: finish ?? null,
            ...(isRecord(usage) ? { usage } : {}),
          },
        ],
      }),
    ];
  }

  #delta(delta: JsonRecord): JsonRecord {
    const { content, tool_calls: _calls, refusal, ...rest } = delta;
    const text =
      typeof content === "string" ? content : partsText(content, "text");
    const thought = partsText(content, "thinking");
    const calls = recordsAt(delta, "tool_calls").map((call) =>
      this.#calls.push(call),
    );
    const refusalText = typeof refusal === "string" ? refusal : "";
    if (refusalText !== "") this.#refused = true;
    const shown = text + refusalText;
    if (shown !== "") this.#hasContent = true;
    return {
      ...rest,
      ...(shown === "" ? {} : { content: shown }),
      ...(thought === "" ? {} : { reasoning_content: thought }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    };
  }

  #finish(reason: string | undefined): string | undefined {
    if (reason === undefined) return undefined;
    if (REFUSALS.test(reason)) {
      this.#report({ kind: "refused" });
      return undefined;
    }
    if (BROKEN.test(reason)) {
      const error = { status: undefined, kinds: [], about: undefined };
      this.#report({ kind: "error_event", error });
      return undefined;
    }
    this.#finished = true;
    return FINISH_REASONS.get(reason.toLowerCase()) ?? reason;
  }
}

function hasError(chunk: JsonRecord): boolean {
  const { error } = chunk;
  return isRecord(error) || (typeof error === "string" && error !== "");
}

/** Some servers send content as parts. */
function partsText(content: unknown, kind: "text" | "thinking"): string {
  if (!Array.isArray(content)) return "";
  return content
    .filter(isRecord)
    .filter((part) => part["type"] === kind)
    .map((part) => {
      const inner = part[kind];
      return typeof inner === "string" ? inner : partsText(inner, "text");
    })
    .join("");
}
