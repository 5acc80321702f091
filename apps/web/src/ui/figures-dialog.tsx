import { useEffect, useState } from "react";
import { createAnswerTimes } from "../client/answer-times.ts";
import { createBrowserClock } from "../client/clock.ts";
import { createServerFigures } from "../client/server-figures.ts";
import type { FiguresView, ServerFigures } from "../client/server-figures.ts";
import { fillIn } from "../texts/catalogue.ts";
import type { TextValues } from "../texts/catalogue.ts";
import { FIGURES_CATALOGUES } from "../texts/figures-catalogue.ts";
import type { FiguresKey } from "../texts/figures-en.ts";
import { FailureNote } from "./failure-note.tsx";
import { Modal } from "./modal.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell } from "./use-cell.ts";
import "../styles/figures.css";

type FiguresText = (key: FiguresKey, values?: TextValues) => string;

/** How busy the server is, kept up to date while the dialog is open. */
export function FiguresDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, locale, error } = useTexts();
  const text: FiguresText = (key, values) =>
    fillIn(FIGURES_CATALOGUES[locale][key], values);
  const figures = useServerFigures();
  const view = useCell(figures.view);
  return (
    <Modal title={t("figures.open")} onClose={onClose}>
      <p className="note">{text("figures.explain")}</p>
      {view.failure !== null && (
        <FailureNote
          text={text("figures.failed", { reason: error(view.failure.code) })}
        >
          <button
            type="button"
            className="button"
            onClick={() => void figures.refresh()}
          >
            {text("figures.retry")}
          </button>
        </FailureNote>
      )}
      {view.metrics === null && view.failure === null && (
        <p role="status">{text("figures.loading")}</p>
      )}
      <FigureList view={view} text={text} />
    </Modal>
  );
}

/** The figures, asked for as long as the dialog is there. */
function useServerFigures(): ServerFigures {
  const { studio, presence } = useStudio();
  const [{ figures, times }] = useState(() => {
    const answerTimes = createAnswerTimes("/api/metrics");
    return {
      times: answerTimes,
      figures: createServerFigures({
        ask: () => studio.readMetrics(),
        answerMs: () => answerTimes.latest(),
        clock: createBrowserClock(),
        presence,
      }),
    };
  });
  useEffect(() => times.watch(), [times]);
  useEffect(() => figures.watch(), [figures]);
  return figures;
}

function FigureList(props: {
  readonly view: FiguresView;
  readonly text: FiguresText;
}) {
  const { text } = props;
  const { metrics, answerMs } = props.view;
  const { locale } = useTexts();
  if (metrics === null) return null;
  const number = (value: number) => value.toLocaleString(locale);
  const time = (value: number) =>
    text("figures.milliseconds", { value: number(value) });
  const lines: readonly (readonly [FiguresKey, FiguresKey | null, string])[] = [
    ["figures.loopLag", "figures.loopLagNote", time(metrics.loopLagMs)],
    [
      "figures.openStreams",
      "figures.openStreamsNote",
      number(metrics.openStreams),
    ],
    [
      "figures.eventsPerSecond",
      "figures.eventsPerSecondNote",
      number(metrics.eventsPerSecond),
    ],
    [
      "figures.storeQueue",
      "figures.storeQueueNote",
      number(metrics.storeQueue),
    ],
    ["figures.sessions", null, number(metrics.sessions)],
    ...(answerMs === null
      ? []
      : [["figures.answer", "figures.answerNote", time(answerMs)] as const]),
  ];
  return (
    <dl className="server-figures">
      {lines.map(([name, note, value]) => (
        <div key={name}>
          <dt>
            {text(name)}
            {note !== null && <span className="note">{text(note)}</span>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
