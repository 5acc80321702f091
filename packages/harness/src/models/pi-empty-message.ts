import type { AssistantMessage, ProviderStreams } from "@earendil-works/pi-ai";

/** A message of a model in Pi's form, of which nothing has been written and which has cost nothing. */
export function emptyMessage(
  model: Parameters<ProviderStreams["stream"]>[0],
): AssistantMessage {
  return {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 0,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason: "pending",
    timestamp: Date.now(),
  };
}
