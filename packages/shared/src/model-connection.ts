import * as z from "zod";
import { limitedText } from "./limited-text.ts";
import { LocalizedTextSchema } from "./localized-text.ts";
import { TimestampSchema } from "./identifiers.ts";

export const ModelApiSchema = z.enum([
  "openai-completions",
  "openai-responses",
  "anthropic-messages",
  "demo",
]);
export type ModelApi = z.infer<typeof ModelApiSchema>;

/** US dollars per million tokens. */
export const PricesSchema = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cacheRead: z.number().nonnegative().optional(),
  cacheWrite: z.number().nonnegative().optional(),
});

const connectionFields = {
  presetId: limitedText(64, z.string().min(1)).optional(),
  providerId: limitedText(64, z.string().min(1)),
  api: ModelApiSchema,
  baseUrl: limitedText(2048, z.string().min(1)).optional(),
  modelId: limitedText(200, z.string().min(1)),
  supportsImages: z.boolean(),
  contextWindow: z.int().positive().max(100_000_000).optional(),
  maxOutputTokens: z.int().positive().max(10_000_000).optional(),
  reasoningEffort: z.enum(["off", "low", "medium", "high"]).optional(),
  prices: PricesSchema.optional(),
};

/** What a person enters; `apiKey` and header values are secrets and never come back. */
export const ModelConnectionInputSchema = z.strictObject({
  ...connectionFields,
  headers: z
    .record(limitedText(200, z.string().min(1)), limitedText(4096))
    .optional(),
  apiKey: limitedText(4096, z.string().min(1)).optional(),
});
export type ModelConnectionInput = z.infer<typeof ModelConnectionInputSchema>;

/** The same without the secrets: header names only, and a hint of the key. */
export const RedactedConnectionSchema = z.object({
  ...connectionFields,
  headers: z.array(z.string()).optional(),
  hasKey: z.boolean(),
  keyHint: z.string().nullable(),
  configuredAt: TimestampSchema,
});
export type RedactedConnection = z.infer<typeof RedactedConnectionSchema>;

export const ModelRefSchema = z.object({
  providerId: z.string(),
  modelId: z.string(),
});
export type ModelRef = z.infer<typeof ModelRefSchema>;

export const ModelPresetSchema = z.object({
  presetId: z.string(),
  title: LocalizedTextSchema,
  providerId: z.string(),
  api: ModelApiSchema,
  baseUrl: z.string().optional(),
  modelId: z.string(),
  supportsImages: z.boolean(),
  needsApiKey: z.boolean(),
  available: z.boolean(),
  note: LocalizedTextSchema.optional(),
});
export type ModelPreset = z.infer<typeof ModelPresetSchema>;

/** A model as it is chosen, without its secrets. */
export type ModelChoice = Omit<ModelConnectionInput, "apiKey" | "headers">;

/** The choice that a preset stands for. */
export function choiceOf(preset: ModelPreset): ModelChoice {
  const { presetId, providerId, api, baseUrl, modelId, supportsImages } =
    preset;
  return {
    presetId,
    providerId,
    api,
    modelId,
    supportsImages,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}

export const ModelTestResultSchema = z.strictObject({
  status: z.enum(["ok", "failed", "deferred"]),
  code: z.string().optional(),
  message: z.string(),
  durationMs: z.int().nonnegative(),
});
export type ModelTestResult = z.infer<typeof ModelTestResultSchema>;
