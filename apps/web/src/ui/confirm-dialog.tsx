import { Modal } from "./modal.tsx";
import { useTexts } from "./text-context.tsx";

/** Asks before something that can't be undone. Escape means no. */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly question: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}) {
  const { t } = useTexts();
  return (
    <Modal title={props.title} onClose={props.onNo}>
      <p>{props.question}</p>
      <div className="button-row">
        <button type="button" className="button danger" onClick={props.onYes}>
          {t("confirm.yes")}
        </button>
        <button type="button" className="button" onClick={props.onNo}>
          {t("confirm.no")}
        </button>
      </div>
    </Modal>
  );
}
