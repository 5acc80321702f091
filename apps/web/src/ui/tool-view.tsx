/** A tool's result as plain data, drawn without knowing the tool. */
import type { LocalizedText, ToolView } from "@agent-studio/shared";
import { useState } from "react";
import { DiffView } from "./diff-view.tsx";
import { EscapedText } from "./escaped-text.tsx";
import { FormattedText } from "./text-part.tsx";
import { ToolChart } from "./tool-chart.tsx";
import { useTexts } from "./text-context.tsx";
import { useThreadTexts } from "./use-thread-texts.ts";

type ViewOf<K extends ToolView["kind"]> = Extract<
  ToolView,
  { readonly kind: K }
>;
type Cell = ViewOf<"table">["rows"][number][number];

/** Draws any of the forms that a result can have. */
export function ToolViewDrawing({ view }: { readonly view: ToolView }) {
  switch (view.kind) {
    case "table":
      return <TableView view={view} />;
    case "chart":
      return <ToolChart view={view} />;
    case "keyValue":
      return <KeyValueView view={view} />;
    case "diff":
      return <DiffView view={view} />;
    case "markdown":
      return <FormattedText text={view.text} />;
  }
}

/** Longer tables show so many rows until all are asked for. */
const SHOWN_ROWS = 100;

function TableView({ view }: { readonly view: ViewOf<"table"> }) {
  const { t, local, number } = useTexts();
  const tt = useThreadTexts();
  const [isWhole, setWhole] = useState(false);
  const label =
    view.title === undefined ? t("chat.tableLabel") : local(view.title);
  const rows = isWhole ? view.rows : view.rows.slice(0, SHOWN_ROWS);
  return (
    <>
      <div
        className="table-scroll"
        tabIndex={0}
        role="group"
        aria-label={label}
      >
        <table>
          <Caption title={view.title} />
          <thead>
            <tr>
              {view.columns.map((column) => (
                <th key={column.key} scope="col" data-align={column.align}>
                  {local(column.label)}
                </th>
              ))}
            </tr>
          </thead>
          <TableRows columns={view.columns} rows={rows} />
        </table>
      </div>
      {rows.length < view.rows.length && (
        <button type="button" className="button" onClick={() => setWhole(true)}>
          {tt("tool.moreRows", { count: number(view.rows.length) })}
        </button>
      )}
      {view.notes?.map((note, index) => (
        <p key={index} className="note">
          {local(note)}
        </p>
      ))}
    </>
  );
}

function TableRows(props: Pick<ViewOf<"table">, "columns" | "rows">) {
  const { columns, rows } = props;
  return (
    <tbody>
      {rows.map((row, line) => (
        <tr key={line}>
          {row.map((cell, index) => (
            <td key={index} data-align={columns[index]?.align}>
              <CellValue value={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Caption({ title }: { readonly title: LocalizedText | undefined }) {
  const { local } = useTexts();
  return title === undefined ? null : <caption>{local(title)}</caption>;
}

function CellValue({ value }: { readonly value: Cell }) {
  const { t, number } = useTexts();
  if (value === null) return t("tool.none");
  if (typeof value === "boolean") return t(value ? "tool.yes" : "tool.no");
  if (typeof value === "number") return number(value);
  return <EscapedText text={value} />;
}

function KeyValueView({ view }: { readonly view: ViewOf<"keyValue"> }) {
  const { local } = useTexts();
  return (
    <>
      {view.title !== undefined && (
        <p className="view-title">{local(view.title)}</p>
      )}
      <dl className="key-values">
        {view.entries.map((entry, index) => (
          <div key={index}>
            <dt>{local(entry.label)}</dt>
            <dd>
              <CellValue value={entry.value} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
