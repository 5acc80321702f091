import { useState } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import { Plus } from "lucide-react";
import { LateDialog } from "./late-dialog.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCellPart } from "./use-cell.ts";

export const NEW_SESSION_ID = "new-session";

const LabChooser = lazyPart(async () => {
  const { LabChooser: chooser } = await import("./lab-chooser.tsx");
  return { default: chooser };
});

/** A new session: at once where there is one lab, else after choosing one. */
export function NewSession() {
  const { t } = useTexts();
  const { studio } = useStudio();
  const severalLabs = useCellPart(studio.view, ({ labs }) => labs.length > 1);
  const [choosing, setChoosing] = useState(false);
  const [creating, setCreating] = useState(false);
  const create = (labId?: string) => {
    setChoosing(false);
    setCreating(true);
    void studio.create(labId).then(() => setCreating(false));
  };
  return (
    <>
      <button
        type="button"
        id={NEW_SESSION_ID}
        className="button wide"
        aria-disabled={creating}
        aria-haspopup={severalLabs ? "dialog" : undefined}
        onClick={() => {
          if (creating) return;
          if (severalLabs) setChoosing(true);
          else create();
        }}
      >
        <Plus aria-hidden className="inline-icon" />
        {t("sessions.new")}
      </button>
      {choosing && (
        <LateDialog
          title={t("sessions.new")}
          onClose={() => setChoosing(false)}
        >
          <LabChooser onChoose={create} onClose={() => setChoosing(false)} />
        </LateDialog>
      )}
    </>
  );
}
