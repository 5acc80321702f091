import { useId, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { X } from "lucide-react";
import { useTexts } from "./text-context.tsx";

/** A dialog of the browser's own kind: it keeps the focus inside, closes with Escape and gives the focus back. */
export function Modal(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const { onClose } = props;
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (dialog.current?.open === false) onClose();
      }}
    >
      <div className="modal-head">
        <h2 id={titleId}>{props.title}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={t("model.close")}
          onClick={onClose}
        >
          <X aria-hidden />
        </button>
      </div>
      {props.children}
    </dialog>
  );
}
