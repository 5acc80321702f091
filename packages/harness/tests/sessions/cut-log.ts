import fc from "fast-check";
import type { HarnessEvent } from "@agent-studio/shared";
import { legalLog } from "@agent-studio/shared/testing";

/** What is never committed without the event before it: they are one batch. */
const CONTINUES = new Set([
  "user.message",
  "model.responded",
  "tool.requested",
]);

/** Legal logs that stop anywhere between two batches, as a crash leaves them. */
export function cutLog(
  maxChoices: number,
): fc.Arbitrary<readonly HarnessEvent[]> {
  return fc.tuple(legalLog({ maxChoices }), fc.nat()).map(([log, at]) => {
    let end = 1 + (at % log.length);
    while (CONTINUES.has(log[end]?.type ?? "")) end += 1;
    return log.slice(0, end);
  });
}
