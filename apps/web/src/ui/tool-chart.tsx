import { useId } from "react";
import type { ToolView } from "@agent-studio/shared";
import { EscapedText } from "./escaped-text.tsx";
import { Fold } from "./fold.tsx";
import { ChartDrawing, ChartKey } from "./chart-drawing.tsx";
import { useTexts } from "./text-context.tsx";
import { useThreadTexts } from "./use-thread-texts.ts";

type Chart = Extract<ToolView, { readonly kind: "chart" }>;

/** A small chart with its key; the same numbers stand below it as a table for those who can't see it. */
export function ToolChart({ view }: { readonly view: Chart }) {
  const { t, local } = useTexts();
  const tt = useThreadTexts();
  const id = useId();
  const title = view.title === undefined ? "" : local(view.title);
  return (
    <figure className="chart">
      {title !== "" && (
        <figcaption className="view-title">
          <EscapedText text={title} />
        </figcaption>
      )}
      <div
        className="chart-scroll"
        tabIndex={0}
        role="group"
        aria-label={tt("tool.chart")}
      >
        <ChartDrawing
          view={view}
          id={id}
          label={t("tool.chartLabel", { title })}
        />
      </div>
      <ChartKey view={view} id={id} />
      <Fold id={null} className="raw-data" title={tt("tool.numbers")}>
        {() => <ChartNumbers view={view} />}
      </Fold>
    </figure>
  );
}

function ChartNumbers({ view }: { readonly view: Chart }) {
  const { t, local, number } = useTexts();
  return (
    <div
      className="table-scroll"
      tabIndex={0}
      role="group"
      aria-label={t("chat.tableLabel")}
    >
      <table>
        <thead>
          <tr>
            <td />
            {view.series.map((series, index) => (
              <th key={index} scope="col">
                {local(series.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.labels.map((label, line) => (
            <tr key={line}>
              <th scope="row">
                <EscapedText text={label} />
              </th>
              {view.series.map((series, index) => {
                const value = series.values[line] ?? null;
                return (
                  <td key={index} data-align="end">
                    {value === null ? t("tool.none") : number(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
