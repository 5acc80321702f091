import type { AssistantMessage } from "@earendil-works/pi-ai";
import type { Usage } from "@agent-studio/shared";

/** Pi's figures as ours; what is no whole number of tokens counts as unknown. */
export function toUsage(usage: AssistantMessage["usage"]): Usage {
  return {
    inputTokens: tokens(usage.input),
    outputTokens: tokens(usage.output),
    cacheReadTokens: tokens(usage.cacheRead),
    cacheWriteTokens: tokens(usage.cacheWrite),
  };
}

/** Providers send text, fractions and negative figures here. */
function tokens(figure: unknown): number {
  return typeof figure === "number" &&
    Number.isSafeInteger(figure) &&
    figure > 0
    ? figure
    : 0;
}
