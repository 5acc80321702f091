import { inspect } from "node:util";
import { MODEL_PRESETS } from "@agent-studio/harness";
import { createModelAccess } from "@agent-studio/harness/adapters";
import type { ModelPreset } from "@agent-studio/shared";
import { describe, expect, it } from "vitest";
import { ConfigError, loadConfig } from "../src/config.ts";
import {
  prepareDefaultModel,
  resolveDefaultModel,
} from "../src/default-model.ts";

const title = { "zh-CN": "演示", en: "Demo" };
const PRESETS: readonly ModelPreset[] = [
  {
    presetId: "demo",
    title,
    providerId: "demo",
    api: "demo",
    modelId: "demo",
    supportsImages: true,
    needsApiKey: false,
    available: true,
  },
];
const DEMO = {
  presetId: "demo",
  providerId: "demo",
  api: "demo",
  modelId: "demo",
  supportsImages: true,
} as const;

describe("the default model", () => {
  it("is none where nothing is set", () => {
    expect(resolveDefaultModel(undefined, PRESETS)).toBeUndefined();
  });

  it("is a preset with whatever else is set", () => {
    expect(resolveDefaultModel({ presetId: "demo" }, PRESETS)).toEqual(DEMO);
    const other = { presetId: "demo", modelId: "other", supportsImages: false };
    expect(resolveDefaultModel(other, PRESETS)).toEqual({ ...DEMO, ...other });
  });

  it("is a whole connection or a mistake in one sentence", () => {
    const whole = {
      providerId: "mine",
      api: "openai-completions",
      modelId: "m",
    } as const;
    expect(resolveDefaultModel(whole, PRESETS)).toEqual({
      ...whole,
      supportsImages: false,
    });
    for (const half of [{ providerId: "mine" }, { presetId: "none" }])
      expect(() => resolveDefaultModel(half, PRESETS)).toThrow(ConfigError);
  });

  it("is refused at start when it can't be used, with the reason", async () => {
    const model = {
      providerId: "mine",
      api: "openai-completions",
      modelId: "m",
      baseUrl: "http://169.254.169.254/v1",
    } as const;
    const { checkBaseUrl } = createModelAccess({ allowedOrigins: [] });
    await expect(prepareDefaultModel(model, checkBaseUrl)).rejects.toThrow(
      /MODEL_BASE_URL/,
    );
    const demo = { presetId: "demo" };
    expect(await prepareDefaultModel(demo, checkBaseUrl)).toMatchObject({
      presetId: "demo",
      supportsImages: true,
    });
    expect(await prepareDefaultModel(undefined, checkBaseUrl)).toBeUndefined();
  });

  it("has a key that its settings show to nobody", async () => {
    const config = loadConfig({
      MODEL_PRESET: "deepseek",
      MODEL_API_KEY: "sk-0123456789",
    });
    expect(
      JSON.stringify(config) + inspect(config, { depth: 9 }),
    ).not.toContain("0123456789");
    expect(
      resolveDefaultModel(config.defaultModel, MODEL_PRESETS),
    ).toMatchObject({
      apiKey: "sk-0123456789",
      baseUrl: "https://api.deepseek.com/v1",
    });
  });
});
