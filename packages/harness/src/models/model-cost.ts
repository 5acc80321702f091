import type { RedactedConnection, Usage } from "@agent-studio/shared";

const PER = 1_000_000;

/** What a call cost in US dollars; null where a price or the usage is not known, since nothing is invented. */
export function modelCost(
  usage: Usage,
  prices: RedactedConnection["prices"],
): number | null {
  if (prices === undefined || isUnknown(usage)) return null;
  const cached = [
    [usage.cacheReadTokens, prices.cacheRead],
    [usage.cacheWriteTokens, prices.cacheWrite],
  ] as const;
  let sum =
    usage.inputTokens * prices.input + usage.outputTokens * prices.output;
  for (const [tokens, price] of cached) {
    if (tokens === 0) continue;
    if (price === undefined) return null;
    sum += tokens * price;
  }
  return sum / PER;
}

function isUnknown(usage: Usage): boolean {
  return Object.values(usage).every((tokens) => tokens === 0);
}
