import { X } from "lucide-react";
import { LOG_FILE_LIMIT_BYTES } from "../../client/log-file.ts";
import type { LogFileFailure } from "../../client/log-file.ts";
import type { OpenedLogView } from "../../client/opened-log.ts";
import { FailureNote } from "../failure-note.tsx";
import { useStudio } from "../studio-context.tsx";
import { useTexts } from "../text-context.tsx";
import { timelineTextsIn } from "../timeline/timeline-texts.ts";
import type { TimelineTexts } from "../timeline/timeline-texts.ts";
import { LineProblems } from "./line-problems.tsx";
import "../../styles/timeline.css";

/** That a file is being read, or why it can't be shown. */
export function LogFileNotice({
  reading,
  failure,
}: Pick<OpenedLogView, "reading" | "failure">) {
  const { locale, error } = useTexts();
  const { openedLog } = useStudio();
  const texts = timelineTextsIn(locale, { tool: (name) => name, error });
  const { t } = texts;
  return (
    <aside className="log-file-notice" aria-label={t("file.notice")}>
      {reading !== null && (
        <>
          <p role="status">{t("file.reading", { name: reading.name })}</p>
          <progress
            aria-label={t("file.reading", { name: reading.name })}
            max={Math.max(1, reading.size)}
            value={reading.bytes}
          />
          <button
            type="button"
            className="button"
            onClick={() => openedLog.close()}
          >
            {t("file.cancel")}
          </button>
        </>
      )}
      {failure !== null && (
        <>
          <FailureNote
            text={t("file.failed", {
              name: failure.name,
              reason: reasonOf(failure.failure, texts),
            })}
          >
            <button
              type="button"
              className="icon-button"
              aria-label={t("file.dismiss")}
              onClick={() => openedLog.dismissFailure()}
            >
              <X aria-hidden />
            </button>
          </FailureNote>
          {failure.failure.kind === "no_events" && (
            <LineProblems
              problems={failure.failure.problems}
              count={failure.failure.problems.length}
              texts={texts}
            />
          )}
        </>
      )}
    </aside>
  );
}

const MEBIBYTE = 1024 * 1024;

function reasonOf(failure: LogFileFailure, { t, number }: TimelineTexts) {
  if (failure.kind !== "too_large") return t(`file.${failure.kind}`);
  return t("file.too_large", {
    size: number(Math.ceil(failure.bytes / MEBIBYTE)),
    limit: number(LOG_FILE_LIMIT_BYTES / MEBIBYTE),
  });
}
