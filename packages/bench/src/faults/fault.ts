/** One way to break things, and what must hold afterwards. */
import { verifyLog, type HarnessEvent } from "@agent-studio/shared";
import type { StudioProcess, StudioProcessOptions } from "./studio-process.ts";

/** Where a fault is tried: a folder of its own, and programs that end with it. */
export interface Ground {
  readonly folder: string;
  /** Starts the program, on that folder unless another is named. */
  readonly start: (
    options?: Partial<StudioProcessOptions>,
  ) => Promise<StudioProcess>;
}

export interface Fault {
  readonly name: string;
  /** How long it may take before it counts as hanging, in minutes. */
  readonly limitMinutes: number;
  /** What is done, how often, and what was seen; throws when a promise did not hold. */
  readonly run: (ground: Ground) => Promise<string>;
}

/** Throws with a sentence when something that must hold does not. */
export function must(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}

/** The log keeps every numbered promise. */
export function mustBeWhole(events: readonly HarnessEvent[]): void {
  const breaches = verifyLog(events);
  must(breaches.length === 0, `The log breaks ${JSON.stringify(breaches[0])}.`);
}

/** Nothing that was seen before is missing or different now. */
export function mustBegin(
  events: readonly HarnessEvent[],
  seen: readonly HarnessEvent[],
): void {
  const begins = seen.every(
    (event, index) => JSON.stringify(event) === JSON.stringify(events[index]),
  );
  must(begins, "An event that was seen is missing or different.");
}

/** How many events of a type there are. */
export function count(
  events: readonly HarnessEvent[],
  type: HarnessEvent["type"],
): number {
  return events.filter((event) => event.type === type).length;
}
