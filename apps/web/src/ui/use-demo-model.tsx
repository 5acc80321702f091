import { focusComposer } from "./focus-composer.ts";
import { useModelDialog } from "./model-dialog-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useModelChoice } from "./use-model-choice.ts";

/** One click to a model that needs nothing. The settings have a button of their own, so this one waits while they are open. */
export function UseDemoModel() {
  const { t } = useTexts();
  const { demo, choose, busy } = useModelChoice();
  const dialog = useModelDialog();
  if (demo === undefined || dialog.isOpen) return null;
  return (
    <button
      type="button"
      className="button primary"
      disabled={busy}
      onClick={() => void choose(demo).then(focusComposer)}
    >
      {t("model.useDemo")}
    </button>
  );
}
