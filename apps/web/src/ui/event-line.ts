/** What one line of the timeline says about an event. */
import type { HarnessEvent, LocalizedText } from "@agent-studio/shared";
import { EVENT_TEXTS } from "../texts/event-texts.ts";
import type { EventGroup } from "../texts/event-texts.ts";

/** The group an event is filtered by; a type of a later version counts as other. */
export function groupOf(event: HarnessEvent): EventGroup {
  return Object.hasOwn(EVENT_TEXTS, event.type)
    ? EVENT_TEXTS[event.type].group
    : "other";
}

/** The event in a few words; a type of a later version is its own name. */
export function labelOf(event: HarnessEvent): LocalizedText {
  return Object.hasOwn(EVENT_TEXTS, event.type)
    ? EVENT_TEXTS[event.type].label
    : { "zh-CN": event.type, en: event.type };
}

const HINT_LENGTH = 80;
const HINT_FIELDS = [
  "toolName",
  "name",
  "title",
  "text",
  "delta",
  "code",
  "status",
  "reason",
  "collection",
  "stopReason",
] as const;

/** The most telling word of the payload: a tool, a name, a code; empty when there is none. */
export function hintOf(event: HarnessEvent): string {
  const facts = new Map<string, unknown>(Object.entries(event.payload));
  for (const inner of ["approval", "artifact", "attachment", "connection"]) {
    const value = facts.get(inner);
    if (typeof value === "object" && value !== null) {
      for (const [key, fact] of Object.entries(value)) facts.set(key, fact);
    }
  }
  for (const field of [...HINT_FIELDS, "modelId"]) {
    const value = facts.get(field);
    if (typeof value === "string" && value !== "") {
      return value.slice(0, HINT_LENGTH);
    }
  }
  return "";
}
