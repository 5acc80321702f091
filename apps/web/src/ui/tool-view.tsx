/** A tool's result as plain data, drawn without knowing the tool. */
import type { LocalizedText, ToolView } from "@agent-studio/shared";
import { EscapedText } from "./escaped-text.tsx";
import { FormattedText } from "./text-part.tsx";
import { ToolChart } from "./tool-chart.tsx";
import { useTexts } from "./text-context.tsx";

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

function TableView({ view }: { readonly view: ViewOf<"table"> }) {
  const { t, local } = useTexts();
  const label =
    view.title === undefined ? t("chat.tableLabel") : local(view.title);
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
          <tbody>
            {view.rows.map((row, line) => (
              <tr key={line}>
                {row.map((cell, index) => (
                  <td key={index} data-align={view.columns[index]?.align}>
                    <CellValue value={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {view.notes?.map((note, index) => (
        <p key={index} className="note">
          {local(note)}
        </p>
      ))}
    </>
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

function DiffView({ view }: { readonly view: ViewOf<"diff"> }) {
  const { t } = useTexts();
  const sides = [
    { label: t("tool.diffBefore"), text: view.before },
    { label: t("tool.diffAfter"), text: view.after },
  ];
  return (
    <figure className="diff">
      {view.path !== undefined && (
        <figcaption>
          <EscapedText text={view.path} />
        </figcaption>
      )}
      {sides.map(({ label, text }) => (
        <div key={label}>
          <p className="note">{label}</p>
          <pre
            className="raw-text"
            tabIndex={0}
            role="group"
            aria-label={label}
          >
            <EscapedText text={text} />
          </pre>
        </div>
      ))}
    </figure>
  );
}
