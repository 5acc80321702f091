import type { RunTrace, SessionTotals, Usage } from "@agent-studio/shared";
import { EscapedText } from "../escaped-text.tsx";
import { Figure } from "./figure.tsx";
import { figuresOf } from "./run-figures.ts";
import type { TimelineTexts } from "./timeline-texts.ts";

/** What one run took: time, tokens and money, each under a name that says what it counts. */
export function RunTotals(props: {
  readonly trace: RunTrace;
  readonly now: number;
  readonly texts: TimelineTexts;
}) {
  const { trace, now, texts } = props;
  const { t, number, duration } = texts;
  const { run } = trace;
  const figures = figuresOf(trace, now);
  return (
    <section className="run-totals" aria-label={t("runs.totals")}>
      <h3>{t("runs.totals")}</h3>
      <dl className="figures">
        <Figure name={t("figures.duration")}>
          {duration(figures.span.to - figures.span.from)}
        </Figure>
        <Figure name={t("figures.waiting")}>
          {duration(figures.waitingMs)}
        </Figure>
        <Figure name={t("figures.model")}>
          {duration(figures.modelMs)} · {number(figures.modelCalls)}
        </Figure>
        <Figure name={t("figures.tools")}>
          {duration(figures.toolMs)} · {number(figures.toolCalls)}
        </Figure>
        <Figure name={t("figures.firstToken")}>
          {figures.firstTokenMs === null ? "–" : duration(figures.firstTokenMs)}
        </Figure>
        <Figure name={t("figures.turns")}>{number(run.turns)}</Figure>
        <UsageFigures usage={run.usage} costUsd={run.costUsd} texts={texts} />
        <Figure name={t("figures.modelName")}>
          <EscapedText text={run.model.modelId} />
        </Figure>
      </dl>
    </section>
  );
}

/** Where a run stands, and how long it took. */
export function RunHead(props: {
  readonly trace: RunTrace;
  readonly now: number;
  readonly texts: TimelineTexts;
}) {
  const { trace, now, texts } = props;
  const { t, duration } = texts;
  const { run } = trace;
  const { span, waitingMs } = figuresOf(trace, now);
  return (
    <div className="run-head">
      <span className="run-status" data-status={run.status}>
        {t(`status.${run.status}`)}
      </span>
      <span>{duration(span.to - span.from)}</span>
      {waitingMs > 0 && (
        <span className="note">
          {t("runs.waited", { time: duration(waitingMs) })}
        </span>
      )}
      {run.code !== undefined && (
        <span className="note">
          {texts.reason(run.code)} <code>{run.code}</code>
        </span>
      )}
    </div>
  );
}

/** What the whole session took so far. */
export function SessionTotalsView(props: {
  readonly totals: SessionTotals;
  readonly texts: TimelineTexts;
}) {
  const { totals, texts } = props;
  const { t, number } = texts;
  return (
    <section className="run-totals" aria-label={t("runs.sessionTotals")}>
      <h3>{t("runs.sessionTotals")}</h3>
      <dl className="figures">
        <Figure name={t("figures.runs")}>{number(totals.runs)}</Figure>
        <Figure name={t("figures.turns")}>{number(totals.turns)}</Figure>
        <Figure name={t("figures.toolCalls")}>
          {number(totals.toolCalls)}
        </Figure>
        <UsageFigures
          usage={totals.usage}
          costUsd={totals.costUsd}
          texts={texts}
        />
      </dl>
    </section>
  );
}

/** The tokens of one call, a run or a session: four kinds that are never added into one. */
export function UsageFigures(props: {
  readonly usage: Usage;
  readonly costUsd: number | null;
  readonly texts: TimelineTexts;
}) {
  const { usage, costUsd, texts } = props;
  const { t, number } = texts;
  return (
    <>
      <Figure name={t("figures.input")}>{number(usage.inputTokens)}</Figure>
      <Figure name={t("figures.output")}>{number(usage.outputTokens)}</Figure>
      <Figure name={t("figures.cacheRead")}>
        {number(usage.cacheReadTokens)}
      </Figure>
      <Figure name={t("figures.cacheWrite")}>
        {number(usage.cacheWriteTokens)}
      </Figure>
      <Figure name={t("figures.cost")}>{texts.money(costUsd)}</Figure>
    </>
  );
}
