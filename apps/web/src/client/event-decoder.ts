/** From bytes of the stream to events: frames are decoded, each event is checked once, here. */
import {
  createFrameDecoder,
  EVENT_TYPES,
  HarnessEventSchema,
} from "@agent-studio/shared";
import type { HarnessEvent, SseFrame } from "@agent-studio/shared";

const KNOWN_TYPES: ReadonlySet<string> = new Set(EVENT_TYPES);

export type DecodedItem =
  | { readonly kind: "events"; readonly events: readonly HarnessEvent[] }
  | { readonly kind: "reset" }
  | { readonly kind: "paused" };

export interface EventDecoder {
  /** Takes bytes cut anywhere; answers what they complete, in order, with neighbouring events in one item. */
  push(bytes: Uint8Array): readonly DecodedItem[];
}

/** A decoder for one connection. */
export function createEventDecoder(): EventDecoder {
  const text = new TextDecoder();
  const frames = createFrameDecoder();
  return {
    push(bytes) {
      const items: DecodedItem[] = [];
      let events: HarnessEvent[] = [];
      const flush = () => {
        if (events.length > 0) items.push({ kind: "events", events });
        events = [];
      };
      for (const frame of frames.push(text.decode(bytes, { stream: true }))) {
        if (frame.kind !== "event") continue;
        const signal = signalOf(frame.event);
        if (signal !== null) {
          flush();
          items.push({ kind: signal });
          continue;
        }
        const event = readEvent(frame);
        if (event !== null) events.push(event);
      }
      flush();
      return items;
    },
  };
}

function signalOf(name: string): "reset" | "paused" | null {
  if (name === "stream.reset") return "reset";
  return name === "stream.paused" ? "paused" : null;
}

/** Null for what is no event: the hole it leaves is noticed by its number, and the snapshot fills it. */
function readEvent(
  frame: Extract<SseFrame, { readonly kind: "event" }>,
): HarnessEvent | null {
  return readEventJson(frame.data);
}

/** An event from its JSON, as it was written: checked, with what this version has no name for; null for what is none. */
export function readEventJson(text: string): HarnessEvent | null {
  const value = parseJson(text);
  return isEvent(value) || isEventOfLaterVersion(value) ? value : null;
}

function isEvent(value: unknown): value is HarnessEvent {
  return HarnessEventSchema.safeParse(value).success;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A type that this version does not know: folding passes over it, the timeline shows it. */
function isEventOfLaterVersion(value: unknown): value is HarnessEvent {
  if (typeof value !== "object" || value === null) return false;
  const facts = new Map<string, unknown>(Object.entries(value));
  const type = facts.get("type");
  return (
    typeof type === "string" &&
    !KNOWN_TYPES.has(type) &&
    typeof facts.get("eventId") === "string" &&
    Number.isInteger(facts.get("sequence")) &&
    typeof facts.get("timestamp") === "string"
  );
}
