import { ChevronDown, ChevronRight } from "lucide-react";
import type { Step } from "@agent-studio/shared";
import { EscapedText } from "../escaped-text.tsx";
import { EventIcon } from "./event-icon.tsx";
import { Figure } from "./figure.tsx";
import { firstTokenOf, spanOf } from "./run-figures.ts";
import type { Span } from "./run-figures.ts";
import { UsageFigures } from "./run-totals.tsx";
import type { TimelineTexts } from "./timeline-texts.ts";
import type { StepPlace } from "./run-trace.ts";

interface Props {
  readonly step: Step;
  readonly place: StepPlace | undefined;
  /** Of the run. */
  readonly span: Span;
  readonly now: number;
  readonly playhead: number | null;
  readonly isOpened: boolean;
  readonly texts: TimelineTexts;
  readonly onToggle: () => void;
  readonly onOpenEvent: (sequence: number) => void;
}

/** One model call, tool call or wait of a run, and more of it when it is opened. */
export function StepRow(props: Props) {
  const { step, span, now, isOpened, texts } = props;
  const { t, duration } = texts;
  const { from, to } = spanOf(step, now);
  const Chevron = isOpened ? ChevronDown : ChevronRight;
  return (
    <div role="row" className="waterfall-step" data-kind={step.kind}>
      <div className="waterfall-line">
        <div role="rowheader">
          <button
            type="button"
            className="step-name"
            aria-expanded={isOpened}
            onClick={props.onToggle}
          >
            <Chevron aria-hidden className="inline-icon" />
            <EventIcon group={step.kind} />
            <span className="event-sentence">
              <EscapedText text={nameOf(props)} />
            </span>
          </button>
        </div>
        <span role="cell" className="visually-hidden">
          +{duration(from - span.from)}
        </span>
        <span role="cell" className="step-took" data-status={step.status}>
          {isDenied(step)
            ? t("step.denied")
            : duration(step.durationMs ?? to - from)}
          {step.status === "open" && " …"}
          {step.status === "failed" && ` · ${t("step.failed")}`}
        </span>
      </div>
      <Bar {...props} />
      {isOpened && (
        <div role="cell" className="step-detail">
          <StepDetail {...props} />
        </div>
      )}
    </div>
  );
}

/** A tool call that never ran. */
function isDenied(step: Step): boolean {
  return step.kind === "tool" && step.status === "denied";
}

function nameOf({ step, place, texts }: Props): string {
  const tool = texts.tool(place?.toolName ?? "");
  switch (step.kind) {
    case "model":
      return texts.t("step.model");
    case "tool":
      return tool;
    case "approval":
      return texts.t("step.waiting", { tool });
  }
}

function Bar({ step, span, now, playhead }: Props) {
  const length = Math.max(1, span.to - span.from);
  const percent = (ms: number) => `${(100 * ms) / length}%`;
  const { from, to } = spanOf(step, now);
  const firstToken = firstTokenOf(step);
  return (
    <div className="lane-track" aria-hidden>
      {!isDenied(step) && (
        <div
          className="lane-bar"
          data-kind={step.kind}
          data-status={step.status}
          style={{
            insetInlineStart: percent(from - span.from),
            inlineSize: percent(to - from),
          }}
        >
          {firstToken !== null && to > from && (
            <span
              className="lane-first-token"
              style={{
                inlineSize: `${Math.min(100, (100 * firstToken) / (to - from))}%`,
              }}
            />
          )}
        </div>
      )}
      {playhead !== null && (
        <span
          className="lane-playhead"
          style={{ insetInlineStart: `${100 * playhead}%` }}
        />
      )}
    </div>
  );
}

function StepDetail(props: Props) {
  const { step, place, span, now, texts } = props;
  const { t, duration } = texts;
  const { from, to } = spanOf(step, now);
  const firstToken = firstTokenOf(step);
  return (
    <>
      <dl className="figures">
        <Figure name={t("step.status")}>{statusText(props)}</Figure>
        <Figure name={t("step.start")}>+{duration(from - span.from)}</Figure>
        {!isDenied(step) && (
          <Figure name={t("step.took")}>
            {duration(step.durationMs ?? to - from)}
          </Figure>
        )}
        {step.kind === "model" && (
          <Figure name={t("figures.firstToken")}>
            {firstToken === null ? "–" : duration(firstToken)}
          </Figure>
        )}
        {step.usage !== undefined && (
          <UsageFigures
            usage={step.usage}
            costUsd={step.costUsd ?? null}
            texts={texts}
          />
        )}
      </dl>
      {place !== undefined && (
        <div className="button-row">
          <EventButton {...props} sequence={place.opened} />
          {place.closed !== undefined && (
            <EventButton {...props} sequence={place.closed} />
          )}
        </div>
      )}
    </>
  );
}

function EventButton(props: Props & { readonly sequence: number }) {
  const { sequence, texts } = props;
  return (
    <button
      type="button"
      className="button small"
      onClick={() => props.onOpenEvent(sequence)}
    >
      {texts.t("step.event", { sequence })}
    </button>
  );
}

/** An open approval waits; that is no fault. A closed one says how it was answered. */
function statusText({ step, texts }: Props): string {
  const { t } = texts;
  if (step.kind === "approval") {
    if (step.status === "open") return t("step.isWaiting");
    return t(step.status === "done" ? "step.approved" : "step.notApproved");
  }
  return t(`step.${step.status}`);
}
