import type { ToolView } from "@agent-studio/shared";
import { EscapedText } from "./escaped-text.tsx";
import { diffLines, foldSame } from "../client/line-diff.ts";
import type { DiffLine } from "../client/line-diff.ts";
import { useTexts } from "./text-context.tsx";
import { useThreadTexts } from "./use-thread-texts.ts";

type Diff = Extract<ToolView, { readonly kind: "diff" }>;

const SHOWN_LINES = 400;
/** Unchanged lines around a change. */
const CONTEXT = 3;

type ShownLine = DiffLine | { readonly kind: "left"; readonly count: number };

/** What a text was and what it is, line by line; each line says in a sign and in words what became of it. */
export function DiffView({ view }: { readonly view: Diff }) {
  const { t, number } = useTexts();
  const tt = useThreadTexts();
  const lines = foldSame(diffLines(view.before, view.after), CONTEXT).flatMap(
    (stretch): readonly ShownLine[] =>
      stretch.kind === "lines"
        ? stretch.lines
        : [{ kind: "left", count: stretch.count }],
  );
  const label = view.path ?? tt("tool.diff");
  return (
    <figure className="diff">
      {view.path !== undefined && (
        <figcaption className="view-title">
          <EscapedText text={view.path} />
        </figcaption>
      )}
      <pre
        className="raw-text diff-lines"
        tabIndex={0}
        role="group"
        aria-label={label}
        dir="ltr"
      >
        {lines.slice(0, SHOWN_LINES).map((line, index) => (
          <DiffRow key={index} line={line} />
        ))}
      </pre>
      {lines.length > SHOWN_LINES && (
        <p className="note">
          {t("tool.shownPart", {
            shown: number(SHOWN_LINES),
            total: number(lines.length),
          })}
        </p>
      )}
    </figure>
  );
}

const SIGNS = { same: " ", added: "+", removed: "−", left: "⋯" } as const;

function DiffRow({ line }: { readonly line: ShownLine }) {
  const { number } = useTexts();
  const tt = useThreadTexts();
  if (line.kind === "left") {
    return (
      <span className="diff-line" data-kind="left">
        {SIGNS.left} {tt("tool.unchanged", { count: number(line.count) })}
      </span>
    );
  }
  return (
    <span className="diff-line" data-kind={line.kind}>
      <span aria-hidden>{SIGNS[line.kind]} </span>
      {line.kind !== "same" && (
        <span className="visually-hidden">{tt(`tool.${line.kind}`)}: </span>
      )}
      <EscapedText text={line.text} />
    </span>
  );
}
