import type { ToolView } from "@agent-studio/shared";
import { useTexts } from "./text-context.tsx";

type Chart = Extract<ToolView, { readonly kind: "chart" }>;
type Series = Chart["series"][number];

const WIDTH = 320;
const HEIGHT = 120;

/** A small chart; the same numbers stand below it as a table for those who can't see it. */
export function ToolChart({ view }: { readonly view: Chart }) {
  const { t, local } = useTexts();
  const title = view.title === undefined ? "" : local(view.title);
  const values = view.series.flatMap((series) =>
    series.values.filter((value) => value !== null),
  );
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const heightOf = (value: number) =>
    HEIGHT - ((value - low) / (high - low || 1)) * HEIGHT;
  const geometry = { heightOf, count: view.labels.length };
  return (
    <figure className="chart">
      {title !== "" && <figcaption>{title}</figcaption>}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t("tool.chartLabel", { title })}
        preserveAspectRatio="none"
      >
        {view.series.map((series, index) =>
          view.form === "bar" ? (
            <Bars
              key={index}
              series={series}
              place={{ index, of: view.series.length }}
              geometry={geometry}
            />
          ) : (
            <Line
              key={index}
              index={index}
              series={series}
              geometry={geometry}
            />
          ),
        )}
      </svg>
      <ChartNumbers view={view} />
    </figure>
  );
}

interface Geometry {
  readonly heightOf: (value: number) => number;
  readonly count: number;
}

function Bars(props: {
  readonly series: Series;
  readonly place: { readonly index: number; readonly of: number };
  readonly geometry: Geometry;
}) {
  const { heightOf, count } = props.geometry;
  const { index, of } = props.place;
  const slot = WIDTH / Math.max(count, 1);
  const width = (slot * 0.8) / of;
  return props.series.values.map((value, position) => {
    if (value === null) return null;
    const [top, bottom] = [heightOf(value), heightOf(0)].sort((a, b) => a - b);
    return (
      <rect
        key={position}
        className={`series-${index % 4}`}
        x={slot * (position + 0.1) + width * index}
        width={width}
        y={top ?? 0}
        height={(bottom ?? 0) - (top ?? 0)}
      />
    );
  });
}

function Line(props: {
  readonly series: Series;
  readonly index: number;
  readonly geometry: Geometry;
}) {
  const { heightOf, count } = props.geometry;
  const step = WIDTH / Math.max(count - 1, 1);
  const points = props.series.values
    .map((value, position) =>
      value === null ? "" : `${position * step},${heightOf(value)}`,
    )
    .join(" ");
  return (
    <polyline
      className={`series-line series-${props.index % 4}`}
      points={points}
    />
  );
}

function ChartNumbers({ view }: { readonly view: Chart }) {
  const { t, local, number } = useTexts();
  return (
    <details className="raw-data">
      <summary>{t("tool.raw")}</summary>
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
                <th scope="row">{label}</th>
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
    </details>
  );
}
