import { RotateCw } from "lucide-react";
import { useRetry } from "./error-boundary.tsx";
import { FailureNote } from "./failure-note.tsx";
import { useTexts } from "./text-context.tsx";

/** What stands where a part of the page failed: it can be drawn again, or the page loaded again. */
export function CrashNote() {
  const { t } = useTexts();
  const retry = useRetry();
  return (
    <div className="crash">
      <FailureNote text={t("app.crashed")}>
        <button type="button" className="button" onClick={retry}>
          <RotateCw aria-hidden className="inline-icon" />
          {t("app.retry")}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => location.reload()}
        >
          {t("app.reload")}
        </button>
      </FailureNote>
    </div>
  );
}
