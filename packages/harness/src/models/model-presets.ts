/** Models that can be chosen with one click, and forms for any other compatible endpoint. */
import type { ModelPreset } from "@agent-studio/shared";

export const DEMO_PROVIDER_ID = "demo";
export const DEMO_MODEL_ID = "demo-script";

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

const hosted = (
  name: string,
  fields: Omit<ModelPreset, "title" | "needsApiKey" | "available">,
): ModelPreset => ({
  ...fields,
  title: { "zh-CN": name, en: name },
  needsApiKey: true,
  available: true,
});

/** A server on this computer; its origin has to be listed before anything is sent there. */
const local = (
  name: string,
  fields: Omit<ModelPreset, "title" | "needsApiKey" | "available"> & {
    readonly baseUrl: string;
  },
): ModelPreset => {
  const value = `STUDIO_ALLOWED_MODEL_ORIGINS=${new URL(fields.baseUrl).origin}`;
  return {
    ...fields,
    title: { "zh-CN": `${name}（本机）`, en: `${name} on this computer` },
    needsApiKey: false,
    available: true,
    note: {
      "zh-CN": `启动服务器时需设置 ${value}。`,
      en: `Start the server with ${value}.`,
    },
  };
};

const compatible = (
  fields: Pick<ModelPreset, "presetId" | "providerId" | "api"> & {
    readonly wire: string;
  },
): ModelPreset => {
  const { wire, ...rest } = fields;
  return {
    ...rest,
    title: {
      "zh-CN": `其他兼容 ${wire} 的服务`,
      en: `Any endpoint compatible with ${wire}`,
    },
    modelId: "",
    supportsImages: false,
    needsApiKey: false,
    available: true,
  };
};

/** In the order in which they are listed; the demo model first. */
export const MODEL_PRESETS: readonly ModelPreset[] = [
  DEMO,
  hosted("OpenAI", {
    presetId: "openai",
    providerId: "openai",
    api: "openai-responses",
    baseUrl: "https://api.openai.com/v1",
    modelId: "gpt-5.1",
    supportsImages: true,
  }),
  hosted("Anthropic", {
    presetId: "anthropic",
    providerId: "anthropic",
    api: "anthropic-messages",
    baseUrl: "https://api.anthropic.com",
    modelId: "claude-sonnet-4-5",
    supportsImages: true,
  }),
  hosted("MiniMax", {
    presetId: "minimax",
    providerId: "minimax",
    api: "anthropic-messages",
    baseUrl: "https://api.minimax.io/anthropic",
    modelId: "MiniMax-M2",
    supportsImages: false,
  }),
  hosted("OpenRouter", {
    presetId: "openrouter",
    providerId: "openrouter",
    api: "openai-completions",
    baseUrl: "https://openrouter.ai/api/v1",
    modelId: "openrouter/auto",
    supportsImages: true,
  }),
  hosted("DeepSeek", {
    presetId: "deepseek",
    providerId: "deepseek",
    api: "openai-completions",
    baseUrl: "https://api.deepseek.com/v1",
    modelId: "deepseek-chat",
    supportsImages: false,
  }),
  local("Ollama", {
    presetId: "ollama",
    providerId: "ollama",
    api: "openai-completions",
    baseUrl: "http://127.0.0.1:11434/v1",
    modelId: "qwen3",
    supportsImages: false,
  }),
  local("LM Studio", {
    presetId: "lm-studio",
    providerId: "lm-studio",
    api: "openai-completions",
    baseUrl: "http://127.0.0.1:1234/v1",
    modelId: "local-model",
    supportsImages: false,
  }),
  compatible({
    presetId: "openai-compatible",
    providerId: "openai-compatible",
    api: "openai-completions",
    wire: "OpenAI",
  }),
  compatible({
    presetId: "anthropic-compatible",
    providerId: "anthropic-compatible",
    api: "anthropic-messages",
    wire: "Anthropic",
  }),
];
