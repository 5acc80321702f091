import type { ModelPreset } from "@agent-studio/shared";
import { describe, expect, it } from "vitest";
import { ConfigError } from "../src/config.ts";
import { resolveDefaultModel } from "../src/default-model.ts";
import { startFakeApp } from "../src/testing/test-app.ts";

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

  it("is what new sessions start with; one that can't be used stops nobody", async () => {
    const server = await startFakeApp({ defaultModel: DEMO });
    const viewer = await server.viewer();
    const session = server.sessions.session(await viewer.createSession());
    expect(session.calls).toMatchObject([["configureModel", DEMO, {}]]);
    server.sessions.failNextModel();
    const made = await viewer.request("POST", "/api/sessions");
    expect(made.status).toBe(201);
    await server.app.close();
  });
});
