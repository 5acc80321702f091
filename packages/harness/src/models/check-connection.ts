/** Whether a connection can be used at all, before anything is kept. */
import type { ModelConnectionInput } from "@agent-studio/shared";
import {
  DEMO_MODEL_ID,
  DEMO_PROVIDER_ID,
  MODEL_PRESETS,
} from "./model-presets.ts";

/** A sentence that says what is wrong and what to do; undefined when the connection can be used. */
export function connectionProblem(
  input: ModelConnectionInput,
): string | undefined {
  const preset = MODEL_PRESETS.find(
    (candidate) => candidate.presetId === input.presetId,
  );
  if (input.presetId !== undefined && preset === undefined)
    return "There is no such preset. Choose one of /api/model-presets, or leave presetId out.";
  if (
    preset !== undefined &&
    (preset.api !== input.api || preset.providerId !== input.providerId)
  ) {
    return `The preset ${preset.presetId} goes with the provider ${preset.providerId} and the api ${preset.api}. Use these, or leave presetId out.`;
  }
  const known = MODEL_PRESETS.find(
    (candidate) => candidate.providerId === input.providerId,
  );
  if (known !== undefined && known.api !== input.api)
    return `The provider ${known.providerId} goes with the api ${known.api}. Use that api.`;
  if (input.api !== "demo")
    return "This version does not connect to real models yet. Choose the demo preset.";
  if (
    input.providerId !== DEMO_PROVIDER_ID ||
    input.modelId !== DEMO_MODEL_ID
  ) {
    return `The api demo has one provider, ${DEMO_PROVIDER_ID}, and one model, ${DEMO_MODEL_ID}. Use these.`;
  }
  return input.baseUrl === undefined
    ? undefined
    : "The demo model has no address. Leave baseUrl out.";
}
