import { argsText, endOf, frame, pieces, type Answer } from "./answer.ts";

type Body = Readonly<Record<string, unknown>>;

/** One event of the responses stream, named after its type. */
export function responsesEvent(type: string, body: Body = {}): string {
  return frame({ type, ...body }, type);
}

/** The end of a response. */
export function responsesEnd(answer: Answer): string {
  const { usage } = answer;
  const end = endOf(answer);
  const isWhole = end === "stop" || end === "calls";
  const reason = end === "length" ? "max_output_tokens" : "content_filter";
  return responsesEvent(
    isWhole ? "response.completed" : "response.incomplete",
    {
      response: {
        id: "resp_1",
        status: isWhole ? "completed" : "incomplete",
        output: [],
        ...(isWhole ? {} : { incomplete_details: { reason } }),
        ...(usage === undefined
          ? {}
          : {
              usage: {
                input_tokens: usage.input + (usage.cacheRead ?? 0),
                output_tokens: usage.output,
                input_tokens_details: { cached_tokens: usage.cacheRead ?? 0 },
                total_tokens: usage.input + usage.output,
              },
            }),
      },
    },
  );
}

/** An output item: its start, the deltas of its content, its end. */
function item(
  output_index: number,
  items: { readonly begun: Body; readonly ended: Body },
  deltas: { readonly type: string; readonly values: readonly string[] },
): readonly string[] {
  return [
    responsesEvent("response.output_item.added", {
      output_index,
      item: items.begun,
    }),
    ...deltas.values.map((delta) =>
      responsesEvent(deltas.type, {
        output_index,
        item_id: items.begun["id"],
        delta,
      }),
    ),
    responsesEvent("response.output_item.done", {
      output_index,
      item: items.ended,
    }),
  ];
}

/** The answer as the events of the responses stream. */
export function responsesAnswer(answer: Answer): readonly string[] {
  const items: ((index: number) => readonly string[])[] = [];
  const { reasoning, text } = answer;
  if (reasoning !== undefined)
    items.push((index) => reasoningItem(index, reasoning));
  if (text !== undefined) items.push((index) => messageItem(index, text));
  for (const call of answer.calls ?? [])
    items.push((index) => {
      const begun = {
        type: "function_call",
        id: `fc_${index}`,
        call_id: call.id ?? `call_${index}`,
        name: call.name,
      };
      const args = argsText(call);
      return item(
        index,
        {
          begun: { ...begun, arguments: "" },
          ended: { ...begun, arguments: args },
        },
        {
          type: "response.function_call_arguments.delta",
          values: pieces(args),
        },
      );
    });
  return [
    responsesEvent("response.created", { response: { id: "resp_1" } }),
    ...items.flatMap((write, index) => write(index)),
    responsesEnd(answer),
  ];
}

function reasoningItem(index: number, reasoning: string): readonly string[] {
  const begun = { type: "reasoning", id: `rs_${index}`, summary: [] };
  return item(
    index,
    {
      begun,
      ended: { ...begun, summary: [{ type: "summary_text", text: reasoning }] },
    },
    {
      type: "response.reasoning_summary_text.delta",
      values: pieces(reasoning),
    },
  );
}

function messageItem(index: number, text: string): readonly string[] {
  const begun = { type: "message", id: `msg_${index}`, role: "assistant" };
  return item(
    index,
    {
      begun: { ...begun, content: [] },
      ended: { ...begun, content: [{ type: "output_text", text }] },
    },
    { type: "response.output_text.delta", values: pieces(text) },
  );
}
