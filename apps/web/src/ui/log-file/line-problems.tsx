import type { LineProblem } from "../../client/log-file.ts";
import type { TimelineTexts } from "../timeline/timeline-texts.ts";

/** What is wrong in a file, line by line. */
export function LineProblems(props: {
  readonly problems: readonly LineProblem[];
  /** Of all there are. */
  readonly count: number;
  readonly texts: TimelineTexts;
}) {
  const { problems, count, texts } = props;
  const { t, number } = texts;
  return (
    <ul className="line-problems" tabIndex={0} aria-label={t("line.label")}>
      {problems.map((problem) => (
        <li key={problem.line}>
          {t(`line.${problem.kind}`, {
            line: number(problem.line),
            found: problem.found ?? 0,
            expected: problem.expected ?? 0,
          })}
        </li>
      ))}
      {count > problems.length && (
        <li>{t("line.more", { count: number(count - problems.length) })}</li>
      )}
    </ul>
  );
}
