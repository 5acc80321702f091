import type { ModelPreset } from "@agent-studio/shared";

function preset(
  presetId: string,
  fields: Partial<ModelPreset> = {},
): ModelPreset {
  return {
    presetId,
    title: { "zh-CN": presetId, en: presetId },
    providerId: presetId,
    api: "openai-completions",
    modelId: "",
    supportsImages: false,
    needsApiKey: false,
    available: true,
    ...fields,
  };
}

/** The demo model, one of each kind of preset, and one that this server lacks. */
export const PRESETS: readonly ModelPreset[] = [
  preset("demo", { api: "demo", modelId: "demo-script" }),
  preset("later", { available: false }),
  preset("hosted", {
    baseUrl: "https://api.hosted.example/v1",
    modelId: "large",
    supportsImages: true,
    needsApiKey: true,
  }),
  preset("local", { baseUrl: "http://127.0.0.1:9999/v1", modelId: "small" }),
  preset("any"),
];

/** The preset of this id. */
export function presetNamed(presetId: string): ModelPreset {
  const found = PRESETS.find((one) => one.presetId === presetId);
  if (found === undefined) throw new Error(`There is no preset ${presetId}.`);
  return found;
}
