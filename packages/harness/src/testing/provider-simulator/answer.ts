/** An answer of a model in no api's form yet; each api writes it in its own. */
export interface AnswerCall {
  readonly name: string;
  /** An object, or the text exactly as it is sent. */
  readonly args: Readonly<Record<string, unknown>> | string;
  readonly id?: string;
}

export interface Answer {
  readonly reasoning?: string;
  /** Of the reasoning, where the api has signatures. */
  readonly signature?: string;
  readonly text?: string;
  readonly calls?: readonly AnswerCall[];
  readonly end?: "stop" | "length" | "calls" | "refusal";
  readonly usage?: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead?: number;
  };
}

/** How an answer ends when it does not say so. */
export function endOf(answer: Answer): NonNullable<Answer["end"]> {
  return answer.end ?? ((answer.calls ?? []).length > 0 ? "calls" : "stop");
}

/** The arguments as text. */
export function argsText({ args }: AnswerCall): string {
  return typeof args === "string" ? args : JSON.stringify(args);
}

/** A text in two pieces, so that answers always come as more than one event. */
export function pieces(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter(
    (piece) => piece !== "",
  );
}

/** One frame of a stream. */
export function frame(data: unknown, name?: string): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${text}\n\n`;
}
