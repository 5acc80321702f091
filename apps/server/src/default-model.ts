import {
  choiceOf,
  ModelConnectionInputSchema,
  type ModelConnectionInput,
  type ModelPreset,
} from "@agent-studio/shared";
import {
  MODEL_PRESETS,
  prepareConnection,
  type CheckBaseUrl,
} from "@agent-studio/harness";
import { ConfigError, type DefaultModel } from "./config.ts";

/** How long judging the address may take, name look-up included, in milliseconds. */
const CHECK_LIMIT_MS = 5000;

/** What new sessions start with, made ready to be used. Throws a `ConfigError` for a connection that can't be. */
export async function prepareDefaultModel(
  settings: DefaultModel | undefined,
  checkBaseUrl: CheckBaseUrl,
): Promise<ModelConnectionInput | undefined> {
  const input = resolveDefaultModel(settings, MODEL_PRESETS);
  if (input === undefined) return undefined;
  const signal = AbortSignal.timeout(CHECK_LIMIT_MS);
  const prepared = await prepareConnection(input, checkBaseUrl, signal);
  if (prepared.ok) return prepared.input;
  throw new ConfigError([
    `The model of the settings (MODEL_PRESET, MODEL_BASE_URL and others) can't be used: ${prepared.message}`,
  ]);
}

/**
 * The connection that new sessions start with: the preset, completed and overridden by what else is set. Throws a
 * `ConfigError` when that is no whole connection.
 */
export function resolveDefaultModel(
  settings: DefaultModel | undefined,
  presets: readonly ModelPreset[],
): ModelConnectionInput | undefined {
  if (settings === undefined) return undefined;
  const { presetId, apiKey, ...own } = settings;
  const preset = presets.find((candidate) => candidate.presetId === presetId);
  if (presetId !== undefined && preset === undefined) {
    const known = presets.map((candidate) => candidate.presetId).join(", ");
    throw new ConfigError([`MODEL_PRESET must be one of ${known}.`]);
  }
  const parsed = ModelConnectionInputSchema.safeParse({
    supportsImages: false,
    ...(preset === undefined ? {} : choiceOf(preset)),
    ...own,
    ...(apiKey === undefined ? {} : { apiKey: apiKey.reveal() }),
  });
  if (parsed.success) return parsed.data;
  throw new ConfigError([
    "MODEL_PROVIDER, MODEL_API and MODEL_ID have to be set together, or MODEL_PRESET instead of them.",
  ]);
}
