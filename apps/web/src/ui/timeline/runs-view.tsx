import { useMemo } from "react";
import type { RunTrace } from "@agent-studio/shared";
import { useReplay } from "../replay/replay-context.tsx";
import {
  useSession,
  useSessionPart,
  useSessionState,
} from "../session-context.tsx";
import { RunHead, RunTotals, SessionTotalsView } from "./run-totals.tsx";
import { RunWaterfall } from "./run-waterfall.tsx";
import type { TimelineTexts } from "./timeline-texts.ts";
import { TraceIndex } from "./trace-index.ts";
import { useNow } from "./use-now.ts";

interface Props {
  readonly texts: TimelineTexts;
  /** The run that is shown; null for the newest. */
  readonly runId: string | null;
  readonly onChoose: (runId: string | null) => void;
  readonly onOpenEvent: (sequence: number) => void;
}

/** The runs of the session, one of them as a waterfall, and what all of it used. */
export function RunsView({ texts, runId, onChoose, onOpenEvent }: Props) {
  const { t } = texts;
  const { mode } = useSession();
  const events = useSessionPart((view) => view.events);
  const totals = useSessionState((state) => state.totals);
  const { place } = useReplay();
  const { archive } = events.history;
  const index = useMemo(() => new TraceIndex(archive), [archive]);
  const trace = useMemo(() => index.upTo(events.rows), [index, events]);
  const shown =
    trace.runs.find(({ run }) => run.runId === runId) ?? trace.runs.at(-1);
  const newest = archive.timeOf(events.last);
  const isOpen = mode === "live" && shown?.run.endedAt === undefined;
  const now = useNow(isOpen, newest);
  if (shown === undefined) {
    return <p className="note runs-empty">{t("runs.empty")}</p>;
  }
  return (
    <div className="runs-view">
      <RunChoice
        runs={trace.runs}
        shown={shown}
        isNewest={runId === null}
        texts={texts}
        onChoose={onChoose}
      />
      <RunHead trace={shown} now={now} texts={texts} />
      <RunWaterfall
        trace={shown}
        places={trace.places}
        now={now}
        playhead={
          place === null ? null : archive.timeOf(Math.max(place, events.first))
        }
        texts={texts}
        onOpenEvent={onOpenEvent}
      />
      <RunTotals trace={shown} now={now} texts={texts} />
      <SessionTotalsView totals={totals} texts={texts} />
      {events.earlier && <p className="note">{t("runs.earlier")}</p>}
    </div>
  );
}

function RunChoice(props: {
  readonly runs: readonly RunTrace[];
  readonly shown: RunTrace;
  readonly isNewest: boolean;
  readonly texts: TimelineTexts;
  readonly onChoose: (runId: string | null) => void;
}) {
  const { runs, shown, texts } = props;
  const { t, number } = texts;
  return (
    <label className="field">
      <span>{t("runs.choose", { count: number(runs.length) })}</span>
      <select
        value={props.isNewest ? "" : shown.run.runId}
        onChange={(event) => {
          const chosen = event.target.value;
          props.onChoose(chosen === "" ? null : chosen);
        }}
      >
        <option value="">{t("runs.newest")}</option>
        {runs
          .map(({ run }, index) => (
            <option key={run.runId} value={run.runId}>
              {t("runs.option", {
                position: number(index + 1),
                time: texts.timeOfDay(Date.parse(run.startedAt)),
                status: t(`status.${run.status}`),
              })}
            </option>
          ))
          .reverse()}
      </select>
    </label>
  );
}
