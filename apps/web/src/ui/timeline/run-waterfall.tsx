import { Fragment, useState } from "react";
import { ZoomIn, ZoomOut } from "lucide-react";
import type { RunTrace, Step } from "@agent-studio/shared";
import { IconButton } from "../icon-button.tsx";
import { figuresOf } from "./run-figures.ts";
import type { Span } from "./run-figures.ts";
import { StepRow } from "./step-row.tsx";
import type { TimelineTexts } from "./timeline-texts.ts";
import type { StepPlace } from "./run-trace.ts";

const LARGEST_ZOOM = 64;

interface Props {
  readonly trace: RunTrace;
  readonly places: ReadonlyMap<string, StepPlace>;
  readonly now: number;
  /** The time at which a replay stands; null for none. */
  readonly playhead: number | null;
  readonly texts: TimelineTexts;
  readonly onOpenEvent: (sequence: number) => void;
}

/** A run's turns and their steps over time, as a table whose last column draws what the others say. */
export function RunWaterfall(props: Props) {
  const { trace, now, texts } = props;
  const { t } = texts;
  const [zoom, setZoom] = useState(1);
  const [opened, setOpened] = useState<string | null>(null);
  const { span } = figuresOf(trace, now);
  const playhead = playheadIn(span, props.playhead);
  return (
    <section aria-label={t("runs.waterfall")}>
      <div className="waterfall-head">
        <h3>{t("runs.waterfall")}</h3>
        <ZoomButtons zoom={zoom} onZoom={setZoom} texts={texts} />
      </div>
      <div
        className="waterfall-scroll"
        role="group"
        aria-label={t("runs.waterfallScroll")}
        tabIndex={0}
      >
        <div
          role="table"
          aria-label={t("runs.waterfall")}
          style={{ inlineSize: `${100 * zoom}%` }}
        >
          <div role="row" className="waterfall-names">
            <div className="waterfall-line">
              <span role="columnheader">{t("step.name")}</span>
              <span role="columnheader" className="visually-hidden">
                {t("step.start")}
              </span>
              <span role="columnheader">{t("step.took")}</span>
            </div>
            <Scale span={span} zoom={zoom} texts={texts} />
          </div>
          {trace.steps.map((step, index) => (
            <Fragment key={`${step.kind}-${step.id}`}>
              {step.turn !== trace.steps[index - 1]?.turn && (
                <TurnRow step={step} texts={texts} />
              )}
              <StepRow
                step={step}
                place={props.places.get(step.id)}
                span={span}
                now={now}
                playhead={playhead}
                isOpened={step.id === opened}
                texts={texts}
                onToggle={() => setOpened(step.id === opened ? null : step.id)}
                onOpenEvent={props.onOpenEvent}
              />
            </Fragment>
          ))}
        </div>
      </div>
    </section>
  );
}

function TurnRow(props: {
  readonly step: Step;
  readonly texts: TimelineTexts;
}) {
  const { step, texts } = props;
  return (
    <div role="row" className="waterfall-turn">
      <div role="rowheader" aria-colspan={3}>
        {texts.t("step.turn", { turn: texts.number(step.turn) })}
      </div>
    </div>
  );
}

function ZoomButtons(props: {
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
  readonly texts: TimelineTexts;
}) {
  const { zoom, onZoom, texts } = props;
  const { t, number } = texts;
  return (
    <div className="button-row">
      <span className="note" role="status">
        {t("runs.zoom", { zoom: number(zoom) })}
      </span>
      <IconButton
        icon={ZoomOut}
        label={t("runs.zoomOut")}
        aria-disabled={zoom <= 1}
        onClick={() => onZoom(Math.max(1, zoom / 2))}
      />
      <IconButton
        icon={ZoomIn}
        label={t("runs.zoomIn")}
        aria-disabled={zoom >= LARGEST_ZOOM}
        onClick={() => onZoom(Math.min(LARGEST_ZOOM, zoom * 2))}
      />
    </div>
  );
}

/** A few times along the lane, more of them the further one looks into it. */
function Scale(props: {
  readonly span: Span;
  readonly zoom: number;
  readonly texts: TimelineTexts;
}) {
  const { span, zoom, texts } = props;
  const marks = Math.min(64, zoom * 2);
  const length = span.to - span.from;
  return (
    <div className="lane-scale" aria-hidden>
      {Array.from({ length: marks }, (_, index) => (
        <span
          key={index}
          style={{ insetInlineStart: `${(100 * index) / marks}%` }}
        >
          {texts.duration(Math.round((length * index) / marks))}
        </span>
      ))}
    </div>
  );
}

/** Where a replay stands within a run, from 0 to 1; null outside of it. */
function playheadIn(span: Span, time: number | null): number | null {
  if (time === null || time < span.from || time > span.to) return null;
  return span.to === span.from ? 0 : (time - span.from) / (span.to - span.from);
}
