/** Models that can be chosen with one click. Those whose providers are not built in are listed and say so. */
import type { ModelPreset } from "@agent-studio/shared";

export const DEMO_PROVIDER_ID = "demo";
export const DEMO_MODEL_ID = "demo-script";

const NOT_AVAILABLE = {
  "zh-CN": "此版本尚不支持真实模型，请先使用演示模型。",
  en: "This version does not connect to real models yet. Use the demo model for now.",
};

const DEMO: ModelPreset = {
  presetId: "demo",
  title: {
    "zh-CN": "演示模型（内置，无需密钥）",
    en: "Demo model (built in, no key)",
  },
  providerId: DEMO_PROVIDER_ID,
  api: "demo",
  modelId: DEMO_MODEL_ID,
  supportsImages: true,
  needsApiKey: false,
  available: true,
  note: {
    "zh-CN": "由程序扮演的模型：按脚本说话，真实调用工具并读取结果。",
    en: "A program in the model's place: it follows a script, but really calls the tools and reads their results.",
  },
};

const preset = (
  fields: Pick<
    ModelPreset,
    "presetId" | "providerId" | "api" | "modelId" | "supportsImages"
  > & { name: string; baseUrl: string; needsApiKey?: boolean },
): ModelPreset => {
  const { name, needsApiKey = true, ...rest } = fields;
  return {
    ...rest,
    title: { "zh-CN": name, en: name },
    needsApiKey,
    available: false,
    note: NOT_AVAILABLE,
  };
};

/** In the order in which they are listed; the demo model first. */
export const MODEL_PRESETS: readonly ModelPreset[] = [
  DEMO,
  preset({
    presetId: "openai",
    name: "OpenAI",
    providerId: "openai",
    api: "openai-responses",
    baseUrl: "https://api.openai.com/v1",
    modelId: "gpt-5.1",
    supportsImages: true,
  }),
  preset({
    presetId: "anthropic",
    name: "Anthropic",
    providerId: "anthropic",
    api: "anthropic-messages",
    baseUrl: "https://api.anthropic.com",
    modelId: "claude-sonnet-4-5",
    supportsImages: true,
  }),
  preset({
    presetId: "minimax",
    name: "MiniMax",
    providerId: "minimax",
    api: "anthropic-messages",
    baseUrl: "https://api.minimax.io/anthropic",
    modelId: "MiniMax-M2",
    supportsImages: false,
  }),
  preset({
    presetId: "openrouter",
    name: "OpenRouter",
    providerId: "openrouter",
    api: "openai-completions",
    baseUrl: "https://openrouter.ai/api/v1",
    modelId: "openrouter/auto",
    supportsImages: true,
  }),
  preset({
    presetId: "deepseek",
    name: "DeepSeek",
    providerId: "deepseek",
    api: "openai-completions",
    baseUrl: "https://api.deepseek.com/v1",
    modelId: "deepseek-chat",
    supportsImages: false,
  }),
  preset({
    presetId: "ollama",
    name: "Ollama",
    providerId: "ollama",
    api: "openai-completions",
    baseUrl: "http://127.0.0.1:11434/v1",
    modelId: "qwen3",
    supportsImages: false,
    needsApiKey: false,
  }),
  preset({
    presetId: "lm-studio",
    name: "LM Studio",
    providerId: "lm-studio",
    api: "openai-completions",
    baseUrl: "http://127.0.0.1:1234/v1",
    modelId: "local-model",
    supportsImages: false,
    needsApiKey: false,
  }),
];
