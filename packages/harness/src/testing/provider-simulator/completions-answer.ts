import { argsText, endOf, frame, pieces, type Answer } from "./answer.ts";

const REASONS = {
  stop: "stop",
  length: "length",
  calls: "tool_calls",
  refusal: "content_filter",
} as const;

/** One chunk of a chat completion. */
export function completionsChunk(
  delta: Readonly<Record<string, unknown>>,
  finish: string | null = null,
): string {
  return frame({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "simulated",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
}

/** The answer as the frames of a chat completion. */
export function completionsAnswer(answer: Answer): readonly string[] {
  const { usage } = answer;
  return [
    completionsChunk({ role: "assistant", content: "" }),
    ...pieces(answer.reasoning ?? "").map((reasoning_content) =>
      completionsChunk({ reasoning_content }),
    ),
    ...pieces(answer.text ?? "").map((content) =>
      completionsChunk({ content }),
    ),
    ...(answer.calls ?? []).flatMap((call, index) => [
      completionsChunk({
        tool_calls: [
          {
            index,
            id: call.id ?? `call_${index}`,
            type: "function",
            function: { name: call.name, arguments: "" },
          },
        ],
      }),
      ...pieces(argsText(call)).map((piece) =>
        completionsChunk({
          tool_calls: [{ index, function: { arguments: piece } }],
        }),
      ),
    ]),
    completionsChunk({}, REASONS[endOf(answer)]),
    ...(usage === undefined
      ? []
      : [
          frame({
            id: "chatcmpl-1",
            choices: [],
            usage: {
              prompt_tokens: usage.input + (usage.cacheRead ?? 0),
              completion_tokens: usage.output,
              prompt_tokens_details: { cached_tokens: usage.cacheRead ?? 0 },
            },
          }),
        ]),
    frame("[DONE]"),
  ];
}
