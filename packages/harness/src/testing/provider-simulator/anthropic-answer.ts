import {
  argsText,
  endOf,
  frame,
  pieces,
  type Answer,
  type AnswerCall,
} from "./answer.ts";

const REASONS = {
  stop: "end_turn",
  length: "max_tokens",
  calls: "tool_use",
  refusal: "refusal",
} as const;

type Body = Readonly<Record<string, unknown>>;

/** One event of the messages stream, named after its type. */
export function anthropicEvent(type: string, body: Body = {}): string {
  return frame({ type, ...body }, type);
}

/** The start of a message. */
export function anthropicStart(usage?: Answer["usage"]): string {
  return anthropicEvent("message_start", {
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      content: [],
      model: "simulated",
      usage: {
        input_tokens: usage?.input ?? 0,
        output_tokens: 0,
        cache_read_input_tokens: usage?.cacheRead ?? 0,
      },
    },
  });
}

/** A content block with its pieces. */
export function anthropicBlock(
  index: number,
  content_block: Body,
  deltas: readonly Body[],
): readonly string[] {
  return [
    anthropicEvent("content_block_start", { index, content_block }),
    ...deltas.map((delta) =>
      anthropicEvent("content_block_delta", { index, delta }),
    ),
    anthropicEvent("content_block_stop", { index }),
  ];
}

/** The end of a message. */
export function anthropicEnd(
  stop_reason: string,
  usage?: Answer["usage"],
): readonly string[] {
  return [
    anthropicEvent("message_delta", {
      delta: { stop_reason },
      usage: { output_tokens: usage?.output ?? 0 },
    }),
    anthropicEvent("message_stop"),
  ];
}

/** The answer as the events of the messages stream. */
export function anthropicAnswer(answer: Answer): readonly string[] {
  const blocks = [thinking(answer), text(answer)]
    .filter((block) => block !== undefined)
    .concat((answer.calls ?? []).map(toolUse));
  return [
    anthropicStart(answer.usage),
    ...blocks.flatMap(([content, deltas], index) =>
      anthropicBlock(index, content, deltas),
    ),
    ...anthropicEnd(REASONS[endOf(answer)], answer.usage),
  ];
}

type Block = readonly [Body, readonly Body[]];

function thinking({ reasoning, signature }: Answer): Block | undefined {
  if (reasoning === undefined) return undefined;
  return [
    { type: "thinking", thinking: "", signature: "" },
    [
      ...pieces(reasoning).map((piece) => ({
        type: "thinking_delta",
        thinking: piece,
      })),
      { type: "signature_delta", signature: signature ?? "c2ln" },
    ],
  ];
}

function text({ text: said }: Answer): Block | undefined {
  if (said === undefined) return undefined;
  return [
    { type: "text", text: "" },
    pieces(said).map((piece) => ({ type: "text_delta", text: piece })),
  ];
}

function toolUse(call: AnswerCall, index: number): Block {
  return [
    {
      type: "tool_use",
      id: call.id ?? `toolu_${index}`,
      name: call.name,
      input: {},
    },
    pieces(argsText(call)).map((partial_json) => ({
      type: "input_json_delta",
      partial_json,
    })),
  ];
}
