/** What the browser is shown: finished conversations, and answers that are still being written. */
import { NO_USAGE } from "@agent-studio/shared";
import type { HarnessEvent } from "@agent-studio/shared";
import type { EventWriter } from "@agent-studio/shared/testing";

const MODEL = { providerId: "demo", modelId: "demo" };
const COST = { usage: NO_USAGE, costUsd: 0, durationMs: 1 };

const PARAGRAPH =
  "The campaign **Spring** spent more than it should, and `cpa` rose to *forty*; see [the guide](https://example.org/guide). ";
/** An answer as models write them, with everything that costs something to draw. */
const ANSWER = [
  "## What the numbers say",
  PARAGRAPH.repeat(2),
  "- the first thing, with **bold** words\n- the second, with `code`\n  - and one below it",
  "| Campaign | Spend | CPA |\n|:--|--:|--:|\n| Spring | 1,200 | 40 |\n| Autumn | 300 | 12 |",
  "```ts\nexport function cpa(spend: number, conversions: number) {\n  return spend / conversions;\n}\n```",
  "> Nothing was saved without being approved.",
].join("\n\n");

/** Begins a log. */
export function beginLog(writer: EventWriter): void {
  writer.write("session.started", { labId: "ads-report", title: "Bench" });
}

export interface Answering {
  readonly messageId: string;
  readonly callId: string;
  readonly extras: { readonly runId: string };
}

/** A question, and the answer to it begun. */
export function beginAnswer(writer: EventWriter): Answering {
  const extras = { runId: writer.id("run") };
  const [userId, messageId, callId] = [
    writer.id("msg"),
    writer.id("msg"),
    writer.id("mdl"),
  ];
  writer.write("run.started", { messageId: userId, model: MODEL }, extras);
  writer.write(
    "user.message",
    { messageId: userId, text: "What do the numbers say?", attachments: [] },
    extras,
  );
  writer.write("model.requested", { callId, turn: 1 }, extras);
  writer.write("assistant.started", { messageId }, extras);
  return { messageId, callId, extras };
}

/** One more piece of an answer. */
export function writeDelta(
  writer: EventWriter,
  { messageId, extras }: Answering,
  delta: string,
): void {
  writer.write(
    "assistant.delta",
    { messageId, part: 0, delta, channel: "text" },
    extras,
  );
}

/** The end of an answer and of its run. */
export function endAnswer(
  writer: EventWriter,
  { messageId, callId, extras }: Answering,
  text: string,
): void {
  writer.write(
    "assistant.completed",
    { messageId, text, stopReason: "stop" },
    extras,
  );
  writer.write(
    "model.responded",
    {
      ...COST,
      callId,
      turn: 1,
      model: MODEL,
      stopReason: "stop",
      firstTokenMs: 1,
    },
    extras,
  );
  writer.write("run.completed", { ...COST, messageId, turns: 1 }, extras);
}

/** So many finished questions and answers, each answer in so many pieces. */
export function writeThread(
  writer: EventWriter,
  answers: number,
  deltasPerAnswer: number,
): void {
  for (let index = 0; index < answers; index += 1) {
    const answering = beginAnswer(writer);
    for (const delta of piecesOf(ANSWER, deltasPerAnswer)) {
      writeDelta(writer, answering, delta);
    }
    endAnswer(writer, answering, ANSWER);
  }
}

/** A text in so many pieces of about the same length. */
export function piecesOf(text: string, count: number): readonly string[] {
  const size = Math.ceil(text.length / count);
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) {
    pieces.push(text.slice(at, at + size));
  }
  return pieces;
}

/** Texts that a model may write for long, of about so many characters. */
export const LONG_TEXTS = {
  "an answer with everything": (length: number) =>
    `${ANSWER}\n\n`.repeat(Math.ceil(length / ANSWER.length)).slice(0, length),
  "one block of code": (length: number) =>
    `\`\`\`ts\n${"const value = compute(row, column); // a line of code\n".repeat(Math.ceil(length / 54))}`.slice(
      0,
      length,
    ),
  "one list": (length: number) =>
    "- an item with **bold** words and `code` in it\n"
      .repeat(Math.ceil(length / 46))
      .slice(0, length),
  "one table": (length: number) =>
    `| Campaign | Spend | CPA |\n|:--|--:|--:|\n${"| Spring | 1,200 | **40** |\n".repeat(Math.ceil(length / 27))}`.slice(
      0,
      length,
    ),
} as const;

/** The frames of events, as a server writes them. */
export function framesOf(events: readonly HarnessEvent[]): string {
  return events
    .map(
      (event) =>
        `id: ${event.eventId}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    )
    .join("");
}
