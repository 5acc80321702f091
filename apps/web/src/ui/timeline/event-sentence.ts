/** An event as one short sentence. */
import { subjectOf } from "@agent-studio/shared";
import type { HarnessEvent, TimelineSubject } from "@agent-studio/shared";
import { fillIn } from "../../texts/catalogue.ts";
import { labelOf } from "../../texts/event-texts.ts";
import type { Locale } from "@agent-studio/shared";
import { SENTENCES_EN } from "../../texts/timeline-sentences-en.ts";
import type { SentenceKey } from "../../texts/timeline-sentences-en.ts";
import { SENTENCES_ZH_CN } from "../../texts/timeline-sentences-zh-cn.ts";
import type { TimelineTexts } from "./timeline-texts.ts";

const SENTENCES: Readonly<
  Record<Locale, Readonly<Record<SentenceKey, string>>>
> = { "zh-CN": SENTENCES_ZH_CN, en: SENTENCES_EN };

/** What an event says, with `characters` for all of a joined row; a type of a later version is its own name. */
export function sentenceOf(
  event: HarnessEvent,
  texts: TimelineTexts,
  characters?: number,
): string {
  const key = keyOf(event);
  if (key === null) return labelOf(event.type)[texts.locale];
  const subject = subjectOf(event);
  const values = valuesOf(
    characters === undefined ? subject : { ...subject, characters },
    texts,
  );
  return fillIn(SENTENCES[texts.locale][key], values);
}

function keyOf(event: HarnessEvent): SentenceKey | null {
  const form = `${event.type}/${formOf(event)}`;
  if (isKey(form)) return form;
  return isKey(event.type) ? event.type : null;
}

function isKey(text: string): text is SentenceKey {
  return Object.hasOwn(SENTENCES_EN, text);
}

function formOf(event: HarnessEvent): string {
  switch (event.type) {
    case "session.updated": {
      const { title, trust } = event.payload;
      if (title !== undefined) return "title";
      if (trust === undefined) return "";
      return trust ? "trusted" : "untrusted";
    }
    case "session.closed":
    case "tool.denied":
    case "run.cancelled":
      return event.payload.reason;
    case "model.responded":
    case "assistant.completed":
      return event.payload.stopReason;
    case "assistant.delta":
      return event.payload.channel;
    case "approval.resolved":
      return event.actor?.kind === "trust" &&
        event.payload.status === "approved"
        ? "trusted"
        : event.payload.status;
    default:
      return "";
  }
}

function valuesOf(
  subject: TimelineSubject,
  texts: TimelineTexts,
): Readonly<Record<string, string>> {
  const { number, duration } = texts;
  const { toolName, code } = subject;
  return {
    title: subject.title ?? "",
    name: subject.name ?? "",
    status: subject.status ?? "",
    model: subject.modelId ?? "",
    collection: subject.collection ?? "",
    tool: toolName === undefined ? "" : texts.tool(toolName),
    reason: code === undefined ? "" : texts.reason(code),
    ...numbersOf(subject, number),
    duration: duration(subject.durationMs ?? 0),
    delay: duration(subject.delayMs ?? 0),
  };
}

function numbersOf(
  { turn = 0, attempt = 0, characters = 0, bytes = 0 }: TimelineSubject,
  number: (value: number) => string,
): Readonly<Record<string, string>> {
  return {
    turn: number(turn),
    attempt: number(attempt),
    characters: number(characters),
    bytes: number(bytes),
  };
}
