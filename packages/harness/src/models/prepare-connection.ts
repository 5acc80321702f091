/** What a person entered, made into a connection that can be used, or a refusal. Nothing is kept here. */
import type { ModelConnectionInput, ModelPreset } from "@agent-studio/shared";
import type { RemoteModelApi } from "./normalize-base-url.ts";
import { modelHeadersProblem } from "./model-headers.ts";
import {
  DEMO_MODEL_ID,
  DEMO_PROVIDER_ID,
  MODEL_PRESETS,
} from "./model-presets.ts";

/** Shorter ones are no keys. */
const KEY_FROM_CHARACTERS = 12;

/** Judges and normalises an address, looking its name up once. */
export type CheckBaseUrl = (
  raw: string,
  api: RemoteModelApi,
  signal: AbortSignal,
) => Promise<
  | { readonly ok: true; readonly baseUrl: string }
  | {
      readonly ok: false;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>>;
    }
>;

export type PreparedConnection =
  | { readonly ok: true; readonly input: ModelConnectionInput }
  | {
      readonly ok: false;
      readonly code: "BASE_URL_NOT_ALLOWED" | "MODEL_CONFIG_INVALID";
      readonly message: string;
      readonly details?: Readonly<Record<string, unknown>>;
    };

/** The address is judged first, then whether preset, provider and api go together. */
export async function prepareConnection(
  input: ModelConnectionInput,
  checkBaseUrl: CheckBaseUrl,
  signal: AbortSignal,
): Promise<PreparedConnection> {
  const preset = presetOf(input);
  const raw = input.baseUrl ?? preset?.baseUrl;
  const checked =
    raw === undefined || input.api === "demo"
      ? undefined
      : await checkBaseUrl(raw, input.api, signal);
  if (checked !== undefined && !checked.ok) {
    const { message, details } = checked;
    return { ok: false, code: "BASE_URL_NOT_ALLOWED", message, details };
  }
  const problem =
    input.api === "demo"
      ? demoProblem(input)
      : providerProblem(input, preset, checked?.baseUrl);
  if (problem !== undefined)
    return { ok: false, code: "MODEL_CONFIG_INVALID", message: problem };
  const baseUrl = checked === undefined ? {} : { baseUrl: checked.baseUrl };
  return { ok: true, input: { ...input, ...baseUrl } };
}

function presetOf(input: ModelConnectionInput): ModelPreset | undefined {
  return MODEL_PRESETS.find(({ presetId, providerId }) =>
    input.presetId === undefined
      ? providerId === input.providerId
      : presetId === input.presetId,
  );
}

function providerProblem(
  input: ModelConnectionInput,
  preset: ModelPreset | undefined,
  baseUrl: string | undefined,
): string | undefined {
  if (input.presetId !== undefined && preset === undefined)
    return "There is no such preset. Choose one of /api/model-presets, or leave presetId out.";
  if (preset !== undefined && preset.providerId !== input.providerId)
    return `The preset ${preset.presetId} goes with the provider ${preset.providerId}. Use it, or leave presetId out.`;
  if (preset !== undefined && preset.api !== input.api)
    return `The provider ${preset.providerId} goes with the api ${preset.api}. Use that api.`;
  if (baseUrl === undefined)
    return "An address is needed for this provider. Fill in baseUrl.";
  return (
    modelHeadersProblem(input.headers) ??
    keyProblem(input.apiKey) ??
    misplacedKeyProblem(input)
  );
}

function demoProblem(input: ModelConnectionInput): string | undefined {
  const { presetId, providerId, modelId, baseUrl } = input;
  if (presetId !== undefined && presetId !== "demo")
    return "The api demo goes with the preset demo only. Use it, or leave presetId out.";
  if (providerId !== DEMO_PROVIDER_ID || modelId !== DEMO_MODEL_ID)
    return `The api demo has one provider, ${DEMO_PROVIDER_ID}, and one model, ${DEMO_MODEL_ID}. Use these.`;
  return baseUrl === undefined
    ? undefined
    : "The demo model has no address. Leave baseUrl out.";
}

/** A key travels in a header, so it may hold only what a header may. */
function keyProblem(apiKey: string | undefined): string | undefined {
  return apiKey === undefined ||
    /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(apiKey)
    ? undefined
    : "The key holds spaces at its ends, a line break or characters that no key has. Copy it again.";
}

/** All fields but the key and the values of headers are shown. A short key may be an ordinary word, such as `ollama`. */
function misplacedKeyProblem(input: ModelConnectionInput): string | undefined {
  const { apiKey, headers = {}, ...shown } = input;
  if (apiKey === undefined || apiKey.length < KEY_FROM_CHARACTERS)
    return undefined;
  const fields = [...Object.values(shown), ...Object.keys(headers)];
  return fields.some(
    (field) => typeof field === "string" && field.includes(apiKey),
  )
    ? "The key is in another field as well, where it would be shown. Take it out of there."
    : undefined;
}
