/** How much of its limit a run has used, told from its steps. */
import type { Step } from "@agent-studio/shared";

/**
 * How long a model or a tool was awaited, in milliseconds; what went on at the same time counts once. A call that was
 * not executed has no time of its own: a person was waited for.
 */
export function spentMsOf(steps: readonly Step[]): number {
  const spans = steps.flatMap(({ kind, status, startedAt, endedAt }) =>
    kind === "approval" || status === "denied" || endedAt === undefined
      ? []
      : [{ from: Date.parse(startedAt), to: Date.parse(endedAt) }],
  );
  spans.sort((a, b) => a.from - b.from);
  let spentMs = 0;
  let countedTo = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans) {
    spentMs += Math.max(0, to - Math.max(from, countedTo));
    countedTo = Math.max(countedTo, to);
  }
  return spentMs;
}
