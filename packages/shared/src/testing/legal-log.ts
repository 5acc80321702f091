import fc from "fast-check";
import type { HarnessEvent } from "../event.ts";
import { createChoices } from "./choices.ts";
import { playSession } from "./play-session.ts";

export interface LegalLogOptions {
  /** Decisions that a log may take at most; an event takes about three. 400 by default. */
  readonly maxChoices?: number;
}

/**
 * Whole logs as the protocol allows them: runs with retries, parallel calls,
 * approvals of every outcome, stops and crashes at every place, recoveries, and
 * what a session does beside its runs. Shrinks towards short and plain ones.
 */
export function legalLog(
  options: LegalLogOptions = {},
): fc.Arbitrary<HarnessEvent[]> {
  const { maxChoices = 400 } = options;
  return fc
    .array(fc.nat({ max: 5039 }), { maxLength: maxChoices, size: "max" })
    .map((tape) => playSession(createChoices(tape)));
}
