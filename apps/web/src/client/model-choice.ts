import type {
  ModelConnectionInput,
  ModelPreset,
  RedactedConnection,
} from "@agent-studio/shared";

/** A model as it is sent to the server; one-click choices never carry a key. */
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

/** The same model for a fresh session, or null where that needs secrets that only the person has. */
export function connectionInput(
  connection: RedactedConnection | null,
): ModelChoice | null {
  if (connection === null || connection.hasKey) return null;
  if (connection.headers !== undefined && connection.headers.length > 0) {
    return null;
  }
  const { hasKey, keyHint, configuredAt, headers, ...choice } = connection;
  return choice;
}
