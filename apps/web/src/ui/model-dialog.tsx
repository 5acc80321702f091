import type { ModelPreset, RedactedConnection } from "@agent-studio/shared";
import { FailureNote } from "./failure-note.tsx";
import { Modal } from "./modal.tsx";
import { useSessionState } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCellPart } from "./use-cell.ts";
import { useModelChoice } from "./use-model-choice.ts";

/** The models there are; a choice takes effect at once and closes the dialog. */
export function ModelDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, error } = useTexts();
  const { studio } = useStudio();
  const presets = useCellPart(studio.view, (view) => view.presets);
  const failure = useCellPart(studio.view, (view) => view.failure);
  const model = useSessionState((state) => state.model);
  const { choose, clear, busy } = useModelChoice();
  const after = async (command: Promise<boolean>) => {
    if (await command) onClose();
  };
  return (
    <Modal title={t("model.title")} onClose={onClose}>
      <p>
        <ModelName model={model} />
      </p>
      {failure !== null && (
        <FailureNote
          text={t("model.failed", { reason: error(failure.code) })}
        />
      )}
      <ul className="presets" aria-label={t("model.presets")}>
        {presets.map((preset) => (
          <PresetRow
            key={preset.presetId}
            preset={preset}
            busy={busy}
            onChoose={() => void after(choose(preset))}
          />
        ))}
      </ul>
      {model !== null && (
        <div className="button-row">
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => void after(clear())}
          >
            {t("model.clear")}
          </button>
        </div>
      )}
    </Modal>
  );
}

function PresetRow(props: {
  readonly preset: ModelPreset;
  readonly busy: boolean;
  readonly onChoose: () => void;
}) {
  const { t, local } = useTexts();
  const { preset } = props;
  const name = local(preset.title);
  const usable = preset.available && !preset.needsApiKey;
  return (
    <li className="preset" data-usable={usable}>
      <div>
        <span className="preset-name">{name}</span>
        <span className="note">
          {preset.modelId}
          {preset.supportsImages && ` · ${t("model.images")}`}
          {!preset.available && ` · ${t("model.unavailable")}`}
        </span>
        {preset.note !== undefined && (
          <p className="note">{local(preset.note)}</p>
        )}
      </div>
      <button
        type="button"
        className={preset.api === "demo" ? "button primary" : "button"}
        disabled={!usable || props.busy}
        onClick={props.onChoose}
      >
        {preset.api === "demo" ? t("model.useDemo") : t("model.use", { name })}
      </button>
    </li>
  );
}

/** Which model a session has, in words. */
export function ModelName(props: {
  readonly model: RedactedConnection | null;
}) {
  const { t, local } = useTexts();
  const presets = useCellPart(useStudio().studio.view, (view) => view.presets);
  const { model } = props;
  if (model === null) return t("model.none");
  const preset = presets.find(({ presetId }) => presetId === model.presetId);
  const name = preset === undefined ? model.modelId : local(preset.title);
  return t("model.current", { name });
}
