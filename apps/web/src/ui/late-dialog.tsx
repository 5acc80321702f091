import { Suspense } from "react";
import { createPortal } from "react-dom";
import type { ReactNode } from "react";
import { CrashNote } from "./crash-note.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Modal } from "./modal.tsx";
import { useTexts } from "./text-context.tsx";

/**
 * A dialog whose code is loaded when it is asked for. A frame stands for it at once: it has the keyboard from then on,
 * so that nothing typed elsewhere ends up in the dialog, and Escape takes it back.
 */
export function LateDialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  /** The dialog itself. */
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const frameOf = (content: ReactNode) =>
    createPortal(
      <Modal title={props.title} onClose={props.onClose}>
        {content}
      </Modal>,
      document.body,
    );
  return (
    <ErrorBoundary fallback={frameOf(<CrashNote />)}>
      <Suspense fallback={frameOf(<p role="status">{t("dialog.loading")}</p>)}>
        {props.children}
      </Suspense>
    </ErrorBoundary>
  );
}
