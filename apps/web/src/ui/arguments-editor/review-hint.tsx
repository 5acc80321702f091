import type { ArgumentsDraft } from "../../client/approval-drafts.ts";
import type { ArgumentProblem } from "../../client/read-arguments.ts";
import { FailureNote } from "../failure-note.tsx";
import { useTexts } from "../text-context.tsx";
import { placeText } from "../approvals/place-text.ts";
import { useApprovalTexts } from "../approvals/use-approval-texts.ts";
import { problemText } from "./problem-text.ts";

/** Why the changes can't be reviewed, or were refused. */
export function ReviewHint(props: {
  readonly edit: ArgumentsDraft;
  readonly problems: readonly ArgumentProblem[];
  readonly isSame: boolean;
}) {
  const { edit, problems, isSame } = props;
  const a = useApprovalTexts();
  const { number } = useTexts();
  if (!edit.isChecked) return null;
  if (problems.length > 0) {
    return (
      <FailureNote text={a("editProblems", { count: number(problems.length) })}>
        <ul className="problem-list">
          {problems.map((problem) => (
            <li key={`${problem.path} ${problem.rule}`}>
              <code dir="ltr">{placeText(problem.path, a("itself"))}</code>{" "}
              {problemText(a, problem)}
            </li>
          ))}
        </ul>
      </FailureNote>
    );
  }
  return isSame ? (
    <p className="note" role="status">
      {a("editNothing")}
    </p>
  ) : null;
}
