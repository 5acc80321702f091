import type { ModelPreset, RedactedConnection } from "@agent-studio/shared";
import { presetOf } from "../client/model-secrets.ts";
import type { Texts } from "./text-context.tsx";

/** A model as people call it: whose it is, where that is known, and its own name. */
export function modelName(
  model: RedactedConnection,
  presets: readonly ModelPreset[],
  { local }: Texts,
): string {
  const preset = presetOf(model, presets);
  if (preset === undefined) return `${model.providerId} · ${model.modelId}`;
  const title = local(preset.title);
  if (model.api === "demo") return title;
  // The title of a preset for any endpoint says nothing about this one.
  return preset.baseUrl === undefined
    ? model.modelId
    : `${title} · ${model.modelId}`;
}
