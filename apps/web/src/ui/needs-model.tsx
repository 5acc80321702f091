import { useLayoutEffect, useRef } from "react";
import { modelState } from "../client/model-secrets.ts";
import { focusComposer } from "./focus-composer.ts";
import { useModelDialog } from "./model-dialog-context.tsx";
import { useSessionPart, useSessionState } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { UseDemoModel } from "./use-demo-model.tsx";
import { useCellPart } from "./use-cell.ts";

/** The element that says why nothing can be sent. */
export const NEEDS_MODEL_ID = "needs-model";

/** What the model still lacks before anything can be sent, and the ways there. */
export function NeedsModel() {
  const model = useSessionState((state) => state.model);
  const replaying = useSessionPart((view) => view.replaying);
  const presets = useCellPart(useStudio().studio.view, (view) => view.presets);
  const state = modelState(model, presets);
  if (replaying || state === "configured") return null;
  return <ModelWanted isMissing={state === "none"} />;
}

function ModelWanted({ isMissing }: { readonly isMissing: boolean }) {
  const { t } = useTexts();
  const isEmpty = useSessionState((state) => state.messages.length === 0);
  const { studio } = useStudio();
  const dialog = useModelDialog();
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = row.current;
    // The settings gave the focus back to a button that goes with what it asked for.
    return () => {
      if (element?.contains(document.activeElement)) focusComposer();
    };
  }, []);
  return (
    <div ref={row} className="button-row needs-model">
      <p id={NEEDS_MODEL_ID} className="note">
        {t(isMissing ? "composer.needsModel" : "composer.keyMissing")}
      </p>
      <button
        type="button"
        className="button"
        onClick={() => {
          studio.dismissFailure();
          dialog.open();
        }}
      >
        {t(isMissing ? "composer.chooseModel" : "composer.enterKey")}
      </button>
      {/* An empty session has the button in its welcome. */}
      {isMissing && !isEmpty && <UseDemoModel />}
    </div>
  );
}
