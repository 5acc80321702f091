import { diffLines, foldSame } from "../../client/line-diff.ts";
import type { DiffLine } from "../../client/line-diff.ts";
import type { ArgumentChange } from "../../client/argument-changes.ts";
import { EscapedText } from "../escaped-text.tsx";
import { useTexts } from "../text-context.tsx";
import { placeText } from "./place-text.ts";
import { useApprovalTexts } from "./use-approval-texts.ts";
import type { ApprovalText } from "./use-approval-texts.ts";

const CONTEXT_LINES = 3;

/** What a person changed, place by place and line by line. */
export function ChangeList(props: {
  readonly changes: readonly ArgumentChange[];
}) {
  const a = useApprovalTexts();
  return (
    <ul className="change-list">
      {props.changes.map((change) => (
        <li key={change.path}>
          <p className="change-place">
            <code>
              <EscapedText
                text={placeText(change.path, a("itself"))}
                dir="ltr"
              />
            </code>
            <span className="argument-kind">{kindOfChange(a, change)}</span>
          </p>
          <Difference change={change} />
        </li>
      ))}
    </ul>
  );
}

function kindOfChange(a: ApprovalText, change: ArgumentChange): string {
  if (change.before === undefined) return a("reviewAdded");
  return a(change.after === undefined ? "reviewRemoved" : "reviewChanged");
}

function Difference({ change }: { readonly change: ArgumentChange }) {
  const a = useApprovalTexts();
  const { number } = useTexts();
  return (
    <div
      className="difference"
      role="group"
      aria-label={placeText(change.path, a("itself"))}
      tabIndex={0}
      dir="ltr"
    >
      {foldSame(linesOf(change), CONTEXT_LINES).map((stretch, index) =>
        stretch.kind === "skipped" ? (
          <p key={index} className="difference-skipped">
            {a("reviewSkipped", { count: number(stretch.count) })}
          </p>
        ) : (
          stretch.lines.map((line, row) => (
            <Line key={`${index}:${row}`} line={line} />
          ))
        ),
      )}
    </div>
  );
}

function linesOf({ before, after }: ArgumentChange): readonly DiffLine[] {
  if (before === undefined) return allOf("added", after ?? "");
  if (after === undefined) return allOf("removed", before);
  return diffLines(before, after);
}

function allOf(kind: DiffLine["kind"], text: string): readonly DiffLine[] {
  return text.split("\n").map((line) => ({ kind, text: line }));
}

const SIGNS = { same: " ", removed: "−", added: "+" } as const;

function Line({ line }: { readonly line: DiffLine }) {
  const a = useApprovalTexts();
  const Tag = ({ same: "p", removed: "del", added: "ins" } as const)[line.kind];
  return (
    <Tag className="difference-line" data-kind={line.kind}>
      <span className="difference-sign" aria-hidden>
        {SIGNS[line.kind]}
      </span>
      {line.kind !== "same" && (
        <span className="visually-hidden">
          {a(line.kind === "added" ? "lineAdded" : "lineRemoved")}{" "}
        </span>
      )}
      <span className="difference-text">
        <EscapedText text={line.text} dir="ltr" />
      </span>
    </Tag>
  );
}
