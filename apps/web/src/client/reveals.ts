/** Where someone wants to be taken: a place in a session that may not be open or drawn yet. */
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";

/** The panels of the studio; narrow screens show one at a time. */
export type Panel = "chat" | "skills" | "events";

export interface Place {
  readonly sessionId: string;
  readonly panel: Panel;
  /** The `id` of the element, by `placeId`. */
  readonly elementId: string;
}

export interface Reveals {
  /** The newest wish that has not been met; whoever shows the place meets it. */
  readonly wanted: ReadableCell<Place | null>;
  ask(place: Place): void;
  /** Met or given up; a newer wish stays. */
  settle(place: Place): void;
}

/** Nothing is wanted yet. */
export function createReveals(): Reveals {
  const wanted = createCell<Place | null>(null);
  return {
    wanted,
    ask: (place) => wanted.set(place),
    settle: (place) => {
      if (wanted.get() === place) wanted.set(null);
    },
  };
}

type PlaceKind = "message" | "call" | "approval" | "artifact" | "skill";

/** The `id` of what can be jumped to; `name` is an identifier, or a name that a lab or a person chose. */
export function placeId(kind: PlaceKind, name: string): string {
  return `${kind}-${encodeURIComponent(name)}`;
}
