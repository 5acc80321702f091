import { modelState } from "../client/model-secrets.ts";
import { modelName } from "./model-name.ts";
import { useSessionState } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCellPart } from "./use-cell.ts";

/** The session's model in the top bar: which, whether it reads images, and whether it can be used. */
export function ModelStatus() {
  const texts = useTexts();
  const { t } = texts;
  const model = useSessionState((state) => state.model);
  const presets = useCellPart(useStudio().studio.view, (view) => view.presets);
  const state = modelState(model, presets);
  if (model === null)
    return (
      <span className="model-status">
        <span className="model-name">{t("model.none")}</span>
      </span>
    );
  const name = modelName(model, presets, texts);
  // What stands around the name is not shown where there is no room for it.
  const [before = "", after = ""] = t("model.current", { name: "\n" }).split(
    "\n",
  );
  return (
    <span className="model-status">
      <span className="model-name" title={`${before}${name}${after}`}>
        <span className="model-words">{before}</span>
        {name}
        <span className="model-words">{after}</span>
      </span>
      <span className="tag">
        {t(model.supportsImages ? "model.images" : "model.noImages")}
      </span>
      <span className="tag" data-state={state}>
        {t(state === "configured" ? "model.configured" : "model.keyMissing")}
      </span>
    </span>
  );
}
