import { X } from "lucide-react";
import { FailureNote } from "./failure-note.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCellPart } from "./use-cell.ts";

/** Why the last command around the sessions did not work. */
export function StudioNotice({ hidden }: { readonly hidden: boolean }) {
  const { t, error } = useTexts();
  const { studio } = useStudio();
  const failure = useCellPart(studio.view, (view) => view.failure);
  const linkRefused = useCellPart(studio.view, (view) => view.linkRefused);
  if (hidden || (failure === null && !linkRefused)) return null;
  return (
    <div className="notice">
      <FailureNote
        text={failure === null ? t("link.used") : error(failure.code)}
      >
        <button
          type="button"
          className="icon-button"
          aria-label={t("model.close")}
          onClick={() => studio.dismissFailure()}
        >
          <X aria-hidden />
        </button>
      </FailureNote>
    </div>
  );
}
