import { Suspense, useEffect } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import { CrashNote } from "./crash-note.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { focusComposer } from "./focus-composer.ts";
import { Modal } from "./modal.tsx";
import { useTexts } from "./text-context.tsx";

/** What is in the dialog is loaded when it is first opened. */
const LazyModelSettings = lazyPart(async () => {
  const { ModelSettingsPanel } =
    await import("./model-settings/model-settings-panel.tsx");
  return { default: ModelSettingsPanel };
});

/** The model settings of the open session. */
export function ModelDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  useEffect(() => focusSomewhereAfterwards, []);
  return (
    <Modal title={t("model.title")} onClose={onClose}>
      <ErrorBoundary fallback={<CrashNote />}>
        <Suspense fallback={<p role="status">{t("dialog.loading")}</p>}>
          <LazyModelSettings onClose={onClose} />
        </Suspense>
      </ErrorBoundary>
    </Modal>
  );
}

/** The button that led here may be gone by then, with what it asked for. */
function focusSomewhereAfterwards(): void {
  if (document.activeElement === document.body) focusComposer();
}
