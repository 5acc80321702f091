/** What Pi is told about the model of a connection. */
import type { Api, Model } from "@earendil-works/pi-ai";
import type { RedactedConnection } from "@agent-studio/shared";
import { isAtHost } from "./provider-address.ts";

const DEFAULT_CONTEXT_WINDOW = 128_000;
/** The Anthropic api wants a limit in every request; the others are left to the server where none is given. */
const DEFAULT_OUTPUT_LIMIT = 8192;

/** Pi's model for a connection to a real provider; `address` is its normalised base address. */
export function toPiModel(
  connection: RedactedConnection,
  address: string,
): Model<Api> {
  const contextWindow = connection.contextWindow ?? DEFAULT_CONTEXT_WINDOW;
  return {
    id: connection.modelId,
    name: connection.modelId,
    api: connection.api,
    provider: connection.providerId,
    baseUrl: piAddress(connection, address),
    reasoning: connection.reasoningEffort !== undefined,
    input: connection.supportsImages ? ["text", "image"] : ["text"],
    // Costs are counted from the connection's prices, where unknown is not zero.
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow,
    maxTokens: Math.min(
      connection.maxOutputTokens ?? DEFAULT_OUTPUT_LIMIT,
      contextWindow,
    ),
    compat: compatOf(connection, address),
  };
}

/** Pi adds `/v1/messages` to the addresses of one api and only `/chat/completions` or `/responses` to the others. */
function piAddress({ api }: RedactedConnection, address: string): string {
  const trimmed = address.replace(/\/+$/, "");
  return api === "anthropic-messages" ? trimmed.replace(/\/v1$/, "") : trimmed;
}

/** Every switch that Pi would otherwise set by looking for a name in the text of the address. */
function compatOf(
  { api }: RedactedConnection,
  address: string,
): NonNullable<Model<"openai-completions">["compat"]> &
  NonNullable<Model<"anthropic-messages">["compat"]> {
  const isOpenAi = isAtHost(address, "api.openai.com");
  if (api === "anthropic-messages") {
    const isAnthropic = isAtHost(address, "api.anthropic.com");
    return {
      supportsMessageThreads: false,
      sendSessionAffinityHeaders: false,
      supportsEagerToolInputStreaming: isAnthropic,
      // Others send thinking without a signature and want it back as it was.
      allowEmptySignature: !isAnthropic,
    };
  }
  if (api === "openai-responses")
    return {
      supportsDeveloperRole: isOpenAi,
      supportsStrictMode: isOpenAi,
      promptCacheKeyMode: isOpenAi ? "enabled" : "disabled",
    };
  const isDeepSeek = isAtHost(address, "api.deepseek.com");
  return {
    supportsStore: isOpenAi,
    supportsDeveloperRole: isOpenAi,
    supportsReasoningEffort: true,
    supportsUsageInStreaming: true,
    maxTokensField: isOpenAi ? "max_completion_tokens" : "max_tokens",
    requiresReasoningContentOnAssistantMessages: isDeepSeek,
    thinkingFormat: isDeepSeek
      ? "deepseek"
      : isAtHost(address, "openrouter.ai")
        ? "openrouter"
        : "openai",
    supportsStrictMode: false,
    sendSessionAffinityHeaders: false,
    promptCacheKeyMode: isOpenAi ? "enabled" : "disabled",
  };
}
