import { useId } from "react";
import type { ArgumentProblem } from "../../client/read-arguments.ts";
import { useApprovalTexts } from "../approvals/use-approval-texts.ts";
import { placeText } from "../approvals/place-text.ts";
import { problemText } from "./problem-text.ts";

/** All arguments as JSON. */
export function JsonEditor(props: {
  readonly text: string;
  readonly problems: readonly ArgumentProblem[];
  readonly onChange: (text: string) => void;
}) {
  const { text, problems } = props;
  const a = useApprovalTexts();
  const id = useId();
  const isWrong = problems.length > 0;
  return (
    <div className="edit-field" data-wrong={isWrong}>
      <label htmlFor={id} className="edit-label">
        {a("editJsonLabel")}
      </label>
      <textarea
        id={id}
        dir="ltr"
        spellCheck={false}
        rows={Math.min(20, Math.max(6, text.split("\n").length + 1))}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        value={text}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {isWrong && (
        <p id={`${id}-wrong`} className="field-problem">
          {problems
            .map((problem) =>
              [placeText(problem.path, ""), problemText(a, problem)]
                .filter((part) => part !== "")
                .join(": "),
            )
            .join(" ")}
        </p>
      )}
    </div>
  );
}
