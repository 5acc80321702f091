/** The model settings as a person edits them: texts, none of them secret. Keys and header values stay in their inputs. */
import type {
  ModelApi,
  ModelConnectionInput,
  ModelPreset,
  RedactedConnection,
} from "@agent-studio/shared";

/** The APIs that a person can enter a connection for; the demo model is chosen with one click. */
export type RemoteApi = Exclude<ModelApi, "demo">;
export const REMOTE_APIS: readonly RemoteApi[] = [
  "openai-completions",
  "openai-responses",
  "anthropic-messages",
];

type Effort = NonNullable<ModelConnectionInput["reasoningEffort"]>;
export const EFFORTS: readonly Effort[] = ["off", "low", "medium", "high"];

export const PRICE_FIELDS = [
  "priceInput",
  "priceOutput",
  "priceCacheRead",
  "priceCacheWrite",
] as const;

export interface ModelDraft {
  /** The preset that filled the fields; null for what no preset filled. */
  readonly presetId: string | null;
  readonly providerId: string;
  readonly api: RemoteApi;
  readonly baseUrl: string;
  readonly modelId: string;
  readonly supportsImages: boolean;
  readonly contextWindow: string;
  readonly maxOutputTokens: string;
  /** Empty for the provider's own way. */
  readonly reasoningEffort: Effort | "";
  /** US dollars per million tokens, like the other prices. */
  readonly priceInput: string;
  readonly priceOutput: string;
  readonly priceCacheRead: string;
  readonly priceCacheWrite: string;
}

const BLANK: ModelDraft = {
  presetId: null,
  providerId: "",
  api: "openai-completions",
  baseUrl: "",
  modelId: "",
  supportsImages: false,
  contextWindow: "",
  maxOutputTokens: "",
  reasoningEffort: "",
  priceInput: "",
  priceOutput: "",
  priceCacheRead: "",
  priceCacheWrite: "",
};

/** The fields as a preset fills them; what belongs to one model only is empty again. */
export function draftOfPreset(preset: ModelPreset): ModelDraft {
  const { presetId, providerId, api, modelId, supportsImages } = preset;
  if (api === "demo") return BLANK;
  const baseUrl = preset.baseUrl ?? "";
  return {
    ...BLANK,
    presetId,
    providerId,
    api,
    baseUrl,
    modelId,
    supportsImages,
  };
}

/** The fields as they are stored on the server. */
export function draftOfConnection(connection: RedactedConnection): ModelDraft {
  const { api, prices } = connection;
  if (api === "demo") return BLANK;
  return {
    presetId: connection.presetId ?? null,
    providerId: connection.providerId,
    api,
    baseUrl: connection.baseUrl ?? "",
    modelId: connection.modelId,
    supportsImages: connection.supportsImages,
    contextWindow: asText(connection.contextWindow),
    maxOutputTokens: asText(connection.maxOutputTokens),
    reasoningEffort: connection.reasoningEffort ?? "",
    priceInput: asText(prices?.input),
    priceOutput: asText(prices?.output),
    priceCacheRead: asText(prices?.cacheRead),
    priceCacheWrite: asText(prices?.cacheWrite),
  };
}

/** What the settings open with: the session's model, or the first preset where that has no fields. */
export function firstDraft(
  stored: RedactedConnection | null,
  presets: readonly ModelPreset[],
): ModelDraft {
  if (stored !== null && stored.api !== "demo")
    return draftOfConnection(stored);
  const preset = presets.find(
    ({ api, available }) => api !== "demo" && available,
  );
  return preset === undefined ? BLANK : draftOfPreset(preset);
}

/** The preset that the fields still stand for; other providers and APIs are none of it. */
export function filledBy(
  { presetId, providerId, api }: ModelDraft,
  presets: readonly ModelPreset[],
): ModelPreset | undefined {
  return presets.find(
    (preset) =>
      preset.presetId === presetId &&
      preset.providerId === providerId.trim() &&
      preset.api === api,
  );
}

/** Whether two drafts would be saved as the same. */
export function isSameDraft(one: ModelDraft, other: ModelDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** As JavaScript writes the number, but never with an exponent. */
function asText(value: number | undefined): string {
  if (value === undefined) return "";
  const plain = String(value);
  return plain.includes("e") ? value.toFixed(20).replace(/\.?0+$/, "") : plain;
}
