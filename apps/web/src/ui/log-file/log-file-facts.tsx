import type { LogFile } from "../../client/log-file.ts";
import { EscapedText } from "../escaped-text.tsx";
import { useSessionState } from "../session-context.tsx";
import { Figure } from "../timeline/figure.tsx";
import { useTimelineTexts } from "../timeline/timeline-texts.ts";
import { LineProblems } from "./line-problems.tsx";

/** What the file tells of, and what is wrong with it. */
export function LogFileFacts({ log }: { readonly log: LogFile }) {
  const texts = useTimelineTexts();
  const { t, number } = texts;
  const title = useSessionState((state) => state.title);
  const labId = useSessionState((state) => state.labId);
  const { archive } = log.history;
  const { first, last } = archive;
  return (
    <section className="panel-section" aria-label={t("file.facts")}>
      <h2>{t("file.facts")}</h2>
      {first > 1 && (
        <p className="file-note">
          {t("file.beginsLate", { first: number(first) })}
        </p>
      )}
      <FileProblems log={log} />
      <dl className="figures">
        <Figure name={t("file.session")}>
          <EscapedText text={title === "" ? "–" : title} />
        </Figure>
        <Figure name={t("group.lab")}>
          <EscapedText text={labId === "" ? "–" : labId} />
        </Figure>
        <Figure name={t("tab.events")}>{number(archive.length)}</Figure>
        <Figure name={t("file.from")}>
          {texts.dateAndTime(archive.timeOf(first))}
        </Figure>
        <Figure name={t("file.to")}>
          {texts.dateAndTime(archive.timeOf(last))}
        </Figure>
      </dl>
      <p className="note">{t("file.stays")}</p>
    </section>
  );
}

function FileProblems({ log }: { readonly log: LogFile }) {
  const texts = useTimelineTexts();
  const { problems, problemCount, history } = log;
  if (problemCount === 0) return null;
  return (
    <details className="file-note" open>
      <summary>
        {texts.t("file.problems", {
          count: texts.number(problemCount),
          last: texts.number(history.archive.last),
        })}
      </summary>
      <LineProblems problems={problems} count={problemCount} texts={texts} />
    </details>
  );
}
