/** Bars or lines with a scale. Series differ by pattern, dash and mark as well as by colour. */
import type { ReactNode } from "react";
import type { ToolView } from "@agent-studio/shared";
import { useTexts } from "./text-context.tsx";

type Chart = Extract<ToolView, { readonly kind: "chart" }>;
type Series = Chart["series"][number];

interface Props {
  readonly view: Chart;
  /** Makes the names of patterns unique on the page. */
  readonly id: string;
}

const WIDTH = 640;
const HEIGHT = 200;
const BOX = { left: 64, right: 8, top: 10, bottom: 26 };
const INNER_WIDTH = WIDTH - BOX.left - BOX.right;
const INNER_HEIGHT = HEIGHT - BOX.top - BOX.bottom;
const LOOKS = 4;
const DASHES = ["none", "8 4", "2 4", "10 3 2 3"] as const;
/** More labels than this would stand on each other. */
const LABELS = 8;
const LABEL_CHARACTERS = 12;

interface Scale {
  readonly low: number;
  readonly high: number;
  readonly y: (value: number) => number;
}

/** The picture; what it shows is said in its label and stands in the table beside it. */
export function ChartDrawing(props: Props & { readonly label: string }) {
  const { view, id } = props;
  const scale = scaleOf(view);
  return (
    <svg
      className="chart-drawing"
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      role="img"
      aria-label={props.label}
    >
      <Patterns id={id} />
      <Axis scale={scale} />
      <Labels labels={view.labels} />
      {view.series.map((series, index) =>
        view.form === "bar" ? (
          <Bars key={index} {...{ view, id, series, index, scale }} />
        ) : (
          <Line key={index} {...{ view, series, index, scale }} />
        ),
      )}
    </svg>
  );
}

/** Which look is which series. */
export function ChartKey({ view, id }: Props) {
  const { local } = useTexts();
  return (
    <ul className="chart-key">
      {view.series.map((series, index) => (
        <li key={index}>
          <svg className="chart-swatch" viewBox="0 0 20 12" aria-hidden>
            <rect
              className={`series-${String(index % LOOKS)}`}
              fill={fillOf(id, index)}
              width="20"
              height="12"
            />
          </svg>
          {local(series.label)}
        </li>
      ))}
    </ul>
  );
}

function scaleOf(view: Chart): Scale {
  let low = 0;
  let high = 0;
  for (const { values } of view.series) {
    for (const value of values) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  const span = high - low || 1;
  const y = (value: number) =>
    BOX.top + INNER_HEIGHT - ((value - low) / span) * INNER_HEIGHT;
  return { low, high, y };
}

function fillOf(id: string, index: number): string {
  return `url(#${id}-${String(index % LOOKS)})`;
}

/** Plain, striped one way, dotted, striped the other way. */
function Patterns({ id }: { readonly id: string }) {
  const marks: readonly ReactNode[] = [
    <rect key="a" width="8" height="8" className="pattern-full" />,
    <path key="b" d="M-2 2L2-2M0 8L8 0M6 10L10 6" className="pattern-line" />,
    <circle key="c" cx="4" cy="4" r="2" className="pattern-dot" />,
    <path key="d" d="M0 0L8 8" className="pattern-line" />,
  ];
  return (
    <defs>
      {marks.map((mark, index) => (
        <pattern
          key={index}
          id={`${id}-${String(index)}`}
          className={`series-${String(index)}`}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
        >
          {mark}
        </pattern>
      ))}
    </defs>
  );
}

function Axis({ scale }: { readonly scale: Scale }) {
  const { locale } = useTexts();
  const short = new Intl.NumberFormat(locale, {
    notation: "compact",
    maximumFractionDigits: 1,
  });
  const middle = (scale.low + scale.high) / 2;
  const marks = [...new Set([scale.low, middle, scale.high])];
  return marks.map((value) => (
    <g key={value} className="chart-axis">
      <line
        x1={BOX.left}
        x2={WIDTH - BOX.right}
        y1={scale.y(value)}
        y2={scale.y(value)}
      />
      <text x={BOX.left - 6} y={scale.y(value) + 4} textAnchor="end">
        {short.format(value)}
      </text>
    </g>
  ));
}

function Labels({ labels }: { readonly labels: readonly string[] }) {
  const step = Math.ceil(labels.length / LABELS);
  return labels.map((label, index) =>
    index % step === 0 ? (
      <text
        key={index}
        className="chart-label"
        x={middleOf(index, labels.length)}
        y={HEIGHT - 8}
        textAnchor="middle"
      >
        {label.length > LABEL_CHARACTERS
          ? `${label.slice(0, LABEL_CHARACTERS - 1)}…`
          : label}
      </text>
    ) : null,
  );
}

function middleOf(index: number, count: number): number {
  return BOX.left + (INNER_WIDTH / Math.max(count, 1)) * (index + 0.5);
}

function Bars(
  props: Props & {
    readonly series: Series;
    readonly index: number;
    readonly scale: Scale;
  },
) {
  const { view, id, series, index, scale } = props;
  const { local, number } = useTexts();
  const slot = INNER_WIDTH / Math.max(view.labels.length, 1);
  const width = Math.min(48, (slot * 0.8) / view.series.length);
  const first = (width * view.series.length) / 2;
  return series.values.map((value, position) => {
    if (value === null) return null;
    const ends = [scale.y(value), scale.y(0)];
    const label = view.labels[position] ?? "";
    return (
      <rect
        key={position}
        className={`chart-bar series-${String(index % LOOKS)}`}
        fill={fillOf(id, index)}
        x={middleOf(position, view.labels.length) - first + width * index}
        width={width}
        y={Math.min(...ends)}
        height={Math.max(1, Math.abs((ends[0] ?? 0) - (ends[1] ?? 0)))}
      >
        <title>{`${label}: ${local(series.label)} ${number(value)}`}</title>
      </rect>
    );
  });
}

function Line(props: {
  readonly view: Chart;
  readonly series: Series;
  readonly index: number;
  readonly scale: Scale;
}) {
  const { view, series, index, scale } = props;
  const points = series.values.flatMap((value, position) =>
    value === null
      ? []
      : [{ x: middleOf(position, view.labels.length), y: scale.y(value) }],
  );
  const look = `series-${String(index % LOOKS)}`;
  return (
    <g className={look}>
      <polyline
        className="series-line"
        strokeDasharray={DASHES[index % LOOKS]}
        points={points.map(({ x, y }) => `${String(x)},${String(y)}`).join(" ")}
      />
      {points.map(({ x, y }) => (
        <circle key={x} className="series-point" cx={x} cy={y} r="3" />
      ))}
    </g>
  );
}
