import type { ModelPreset } from "@agent-studio/shared";
import { useTexts } from "../text-context.tsx";
import { useSettingsTexts } from "./use-settings-texts.ts";

/** Presets that fill in the fields. Buttons rather than a list box, whose arrow keys would fill them in passing. */
export function PresetList(props: {
  readonly presets: readonly ModelPreset[];
  /** The preset that the fields still stand for. */
  readonly chosen: ModelPreset | undefined;
  readonly onChoose: (preset: ModelPreset) => void;
}) {
  const text = useSettingsTexts();
  const { local } = useTexts();
  const remote = props.presets.filter(
    ({ api, available }) => api !== "demo" && available,
  );
  const { chosen } = props;
  return (
    <section className="settings-group" aria-label={text("presets.label")}>
      <h3>{text("presets.label")}</h3>
      <p className="note">{text("presets.explain")}</p>
      <ul className="preset-list">
        {remote.map((preset) => (
          <li key={preset.presetId}>
            <button
              type="button"
              className="button"
              aria-pressed={preset === chosen}
              onClick={() => props.onChoose(preset)}
            >
              {local(preset.title)}
            </button>
          </li>
        ))}
      </ul>
      {chosen?.note !== undefined && (
        <p className="note">{local(chosen.note)}</p>
      )}
    </section>
  );
}
