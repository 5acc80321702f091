import type { EventType } from "./event.ts";

export interface EventExplanation {
  /** What would be missing without events of this type. */
  readonly why: string;
  /** The part of the harness that appends them, and when. */
  readonly emitter: string;
}

export type EventExplanations = Readonly<Record<EventType, EventExplanation>>;
