import { CircleX, TriangleAlert } from "lucide-react";
import type { SkillDiagnostic } from "@agent-studio/shared";
import { readSkillProblem } from "../client/skill-problem.ts";
import { EscapedText } from "./escaped-text.tsx";
import type { DialogText } from "./use-dialog-texts.ts";
import { useDialogTexts } from "./use-dialog-texts.ts";
import { useTexts } from "./text-context.tsx";

/** What is wrong with skills, in the words of the page. */
export function SkillProblems(props: {
  readonly list: readonly SkillDiagnostic[];
}) {
  const { t } = useTexts();
  return (
    <ul className="diagnostics" aria-label={t("skills.problems")}>
      {props.list.map((diagnostic, index) => (
        <li key={index} data-severity={diagnostic.severity}>
          <Problem diagnostic={diagnostic} />
        </li>
      ))}
    </ul>
  );
}

function Problem({ diagnostic }: { readonly diagnostic: SkillDiagnostic }) {
  const d = useDialogTexts();
  const { severity, message } = diagnostic;
  const Icon = severity === "error" ? CircleX : TriangleAlert;
  const said = sentence(d, message);
  return (
    <>
      <Icon aria-hidden className="inline-icon" />
      <span>
        <strong>{d(`problem.${severity}`)}</strong>{" "}
        {said === null ? (
          // A sentence of a newer server, in its own language.
          <span lang="en">
            <EscapedText text={message} />
          </span>
        ) : (
          <EscapedText text={said} />
        )}
      </span>
    </>
  );
}

function sentence(d: DialogText, message: string): string | null {
  const read = readSkillProblem(message);
  if (read === null) return null;
  const reason = read.problems
    .map(({ key, values }) => d(key, values))
    .join(" ");
  if (read.place === undefined) return reason;
  const { place } = read;
  return d(read.notLoaded ? "problem.notLoaded" : "problem.of", {
    place,
    reason,
  });
}
