/** The event that every contender carries: a piece of an answer of a given size, with its mark in the text. */
import type { EventInput } from "@agent-studio/shared";
import { formatMark } from "./mark.ts";

/** A piece of an answer as models write them: with its envelope about 400 bytes as a frame. */
export const USUAL_TEXT = 40;

const WORDS =
  "the quick brown fox jumps over the lazy dog and keeps a steady pace while the class is watching ";
const RUN_ID = "run_bench00000000000000";
const MESSAGE_ID = "msg_bench00000000000000";

export interface BenchEvent {
  readonly number: number;
  readonly timeUs: number;
  /** Characters of text after the mark. */
  readonly text: number;
}

/** Makes events whose texts are cut from one long one. */
export function createEventMaker(): (event: BenchEvent) => EventInput {
  const texts = new Map<number, string>();
  return ({ number, timeUs, text }) => {
    const words = texts.get(text) ?? textOf(text);
    texts.set(text, words);
    return {
      type: "assistant.delta",
      runId: RUN_ID,
      payload: {
        messageId: MESSAGE_ID,
        part: 0,
        delta: formatMark(number, timeUs) + words,
        channel: "text",
      },
    };
  };
}

/** The id of a session of the benchmark. */
export function sessionIdOf(index: number): string {
  return `ses_${String(index).padStart(22, "0")}`;
}

function textOf(length: number): string {
  return WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length);
}
