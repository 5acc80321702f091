import { useEffect, useRef } from "react";
import type { LabSummary } from "@agent-studio/shared";
import { Modal } from "./modal.tsx";
import { useSessionState } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useDialogTexts } from "./use-dialog-texts.ts";
import { useCellPart } from "./use-cell.ts";

/** The labs, each with what it is for; choosing one starts a session in it. */
export function LabChooser(props: {
  readonly onChoose: (labId: string) => void;
  readonly onClose: () => void;
}) {
  const d = useDialogTexts();
  const labs = useCellPart(useStudio().studio.view, (view) => view.labs);
  const openLab = useSessionState((state) => state.labId);
  return (
    <Modal title={d("labs.title")} onClose={props.onClose}>
      <p className="note">{d("labs.explain")}</p>
      <ul className="labs">
        {labs.map((lab) => (
          <li key={lab.labId}>
            <LabButton
              lab={lab}
              isOpen={lab.labId === openLab}
              onChoose={props.onChoose}
            />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function LabButton(props: {
  readonly lab: LabSummary;
  readonly isOpen: boolean;
  readonly onChoose: (labId: string) => void;
}) {
  const { local } = useTexts();
  const d = useDialogTexts();
  const { lab, isOpen } = props;
  const button = useRef<HTMLButtonElement>(null);
  // The dialog begins where the person works now; it has taken the focus by then.
  useEffect(() => {
    if (isOpen) button.current?.focus();
  }, [isOpen]);
  return (
    <button
      ref={button}
      type="button"
      className="lab"
      onClick={() => props.onChoose(lab.labId)}
    >
      <span className="lab-title" dir="auto">
        {local(lab.title)}
        {isOpen && <span className="tag">{d("labs.open")}</span>}
      </span>
      <span className="lab-description" dir="auto">
        {local(lab.description)}
      </span>
    </button>
  );
}
