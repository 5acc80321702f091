import type { SseEvent } from "./sse-decoder.ts";
import type { WireProblem } from "./wire-problem.ts";

/**
 * Rewrites the events of one answer into the form that the parser behind us reads without doubt. What it reports as a
 * problem ends the answer; what it returns is forwarded before that.
 */
export interface WireNormalizer {
  /** The frames that one event becomes, ready to send. */
  push(event: SseEvent): readonly string[];
  /** The frames that are still missing at the end of the bytes. */
  end(): readonly string[];
}

export type ReportProblem = (problem: WireProblem) => void;
