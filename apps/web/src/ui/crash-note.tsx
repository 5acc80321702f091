import { FailureNote } from "./failure-note.tsx";
import { useTexts } from "./text-context.tsx";

/** What stands where a part of the page failed. */
export function CrashNote() {
  const { t } = useTexts();
  return (
    <FailureNote text={t("app.crashed")}>
      <button
        type="button"
        className="button"
        onClick={() => location.reload()}
      >
        {t("app.reload")}
      </button>
    </FailureNote>
  );
}
