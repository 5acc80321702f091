import {
  ModelConnectionInputSchema,
  type ModelConnectionInput,
  type ModelPreset,
} from "@agent-studio/shared";
import { ConfigError, type DefaultModel } from "./config.ts";

/**
 * The connection that new sessions start with: the preset, completed and overridden by what else is set. Throws a
 * `ConfigError` when that is no whole connection.
 */
export function resolveDefaultModel(
  settings: DefaultModel | undefined,
  presets: readonly ModelPreset[],
): ModelConnectionInput | undefined {
  if (settings === undefined) return undefined;
  const { presetId, ...own } = settings;
  const preset = presets.find((candidate) => candidate.presetId === presetId);
  if (presetId !== undefined && preset === undefined) {
    const known = presets.map((candidate) => candidate.presetId).join(", ");
    throw new ConfigError([`MODEL_PRESET must be one of ${known}.`]);
  }
  const parsed = ModelConnectionInputSchema.safeParse({
    supportsImages: false,
    ...(preset === undefined ? {} : connectionOf(preset)),
    ...own,
  });
  if (parsed.success) return parsed.data;
  throw new ConfigError([
    "MODEL_PROVIDER, MODEL_API and MODEL_ID have to be set together, or MODEL_PRESET instead of them.",
  ]);
}

function connectionOf(preset: ModelPreset): Partial<ModelConnectionInput> {
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
