import { holdsSecrets } from "../../client/model-secrets.ts";
import { FailureNote } from "../failure-note.tsx";
import { useSessionState } from "../session-context.tsx";
import { useStudio } from "../studio-context.tsx";
import { useTexts } from "../text-context.tsx";
import { useCellPart } from "../use-cell.ts";
import { useModelChoice } from "../use-model-choice.ts";
import { ConnectionForm } from "./connection-form.tsx";
import { StoredModel } from "./stored-model.tsx";
import { useSettingsTexts } from "./use-settings-texts.ts";
import "./model-settings.css";

/** The model of the open session: what is stored, presets, the connection's fields, and what to do with them. */
export function ModelSettingsPanel(props: { readonly onClose: () => void }) {
  const text = useSettingsTexts();
  const { studio } = useStudio();
  const presets = useCellPart(studio.view, (view) => view.presets);
  const stored = useSessionState((state) => state.model);
  const isRunning = useSessionState((state) => state.activeRunId !== null);
  return (
    <div className="model-settings">
      <StoredModel stored={stored} presets={presets} />
      <DemoChoice onClose={props.onClose} />
      {isRunning && <p className="note">{text("busy.before")}</p>}
      <ConnectionForm />
    </div>
  );
}

/** The demo model takes effect at once and closes the settings. */
function DemoChoice({ onClose }: { readonly onClose: () => void }) {
  const text = useSettingsTexts();
  const { t, error } = useTexts();
  const { studio } = useStudio();
  const failure = useCellPart(studio.view, (view) => view.failure);
  const stored = useSessionState((state) => state.model);
  const { demo, choose, busy } = useModelChoice();
  if (demo === undefined) return null;
  const takeDemo = async () => {
    if (await choose(demo)) onClose();
  };
  return (
    <>
      {failure !== null && (
        <FailureNote
          text={
            failure.code === "SESSION_BUSY"
              ? text("busy.refused")
              : t("model.failed", { reason: error(failure.code) })
          }
        />
      )}
      <div className="button-row">
        <button
          type="button"
          className="button"
          disabled={busy}
          onClick={() => void takeDemo()}
        >
          {t("model.useDemo")}
        </button>
        {holdsSecrets(stored) && (
          <span className="note">{text("demo.drops")}</span>
        )}
      </div>
    </>
  );
}
