import { useMemo } from "react";
import type { RunSpan } from "../../client/event-rows.ts";
import { ShownSession, useReplay } from "../replay/replay-context.tsx";
import {
  useSession,
  useSessionPart,
  useSessionState,
} from "../session-context.tsx";
import { RunHead, RunTotals, SessionTotalsView } from "./run-totals.tsx";
import { RunWaterfall } from "./run-waterfall.tsx";
import type { TimelineTexts } from "./timeline-texts.ts";
import { traceOf } from "./run-trace.ts";
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
  const events = useSessionPart((view) => view.events);
  const { archive } = events.history;
  const until = useReplay().place ?? archive.last;
  const runs = archive.rows.runs.filter(({ first }) => first <= until);
  const shown = runs.find((run) => run.runId === runId) ?? runs.at(-1);
  return (
    <div className="runs-view">
      {shown === undefined ? (
        <p className="note">{t("runs.empty")}</p>
      ) : (
        <>
          <RunChoice
            runs={runs}
            shown={shown}
            isNewest={runId === null}
            texts={texts}
            onChoose={onChoose}
          />
          <OneRun
            key={shown.runId}
            run={shown}
            until={Math.min(shown.last, until)}
            texts={texts}
            onOpenEvent={onOpenEvent}
          />
        </>
      )}
      <ShownSession>
        <Totals texts={texts} />
      </ShownSession>
      {events.earlier && <p className="note">{t("runs.earlier")}</p>}
    </div>
  );
}

/** What the session used, or had used at the event where a replay stands. */
function Totals({ texts }: { readonly texts: TimelineTexts }) {
  const totals = useSessionState((state) => state.totals);
  return <SessionTotalsView totals={totals} texts={texts} />;
}

function OneRun(props: {
  readonly run: RunSpan;
  /** The newest of its events that is shown. */
  readonly until: number;
  readonly texts: TimelineTexts;
  readonly onOpenEvent: (sequence: number) => void;
}) {
  const { run, until, texts } = props;
  const { mode } = useSession();
  const { history, first } = useSessionPart((view) => view.events);
  const { place } = useReplay();
  const { archive } = history;
  const view = useMemo(
    () => traceOf(archive, run, until),
    [archive, run, until],
  );
  const stands = place === null ? null : archive.timeOf(Math.max(place, first));
  const isOpen = mode === "live" && run.end === null && place === null;
  const ended = archive.timeOf(run.last);
  const now = useNow(isOpen, Math.min(stands ?? ended, ended));
  if (view === undefined) {
    return <p className="note">{texts.t("runs.cutOff")}</p>;
  }
  const { trace, places } = view;
  return (
    <>
      <RunHead trace={trace} now={now} texts={texts} />
      <RunWaterfall
        trace={trace}
        places={places}
        now={now}
        playhead={stands}
        texts={texts}
        onOpenEvent={props.onOpenEvent}
      />
      <RunTotals trace={trace} now={now} texts={texts} />
    </>
  );
}

/** Runs that a list offers, the newest ones: more would be too long to look through. */
const OFFERED = 200;

function RunChoice(props: {
  readonly runs: readonly RunSpan[];
  readonly shown: RunSpan;
  readonly isNewest: boolean;
  readonly texts: TimelineTexts;
  readonly onChoose: (runId: string | null) => void;
}) {
  const { runs, shown, texts } = props;
  const { t, number } = texts;
  const positions = offered(runs, shown);
  return (
    <label className="field">
      <span>{t("runs.choose", { count: number(runs.length) })}</span>
      <select
        value={props.isNewest ? "" : shown.runId}
        onChange={(event) => props.onChoose(event.target.value || null)}
      >
        <option value="">{t("runs.newest")}</option>
        {positions.map((index) => {
          const run = runs[index];
          if (run === undefined) return null;
          return (
            <option key={run.runId} value={run.runId}>
              {t("runs.option", {
                position: number(index + 1),
                time: texts.timeOfDay(run.startedAt),
                status: t(`status.${run.end ?? "running"}`),
              })}
            </option>
          );
        })}
      </select>
    </label>
  );
}

/** Indices of the newest runs, newest first, and of the shown one. */
function offered(runs: readonly RunSpan[], shown: RunSpan): readonly number[] {
  const newest = runs
    .map((_, index) => index)
    .slice(-OFFERED)
    .reverse();
  const index = runs.indexOf(shown);
  return newest.includes(index) ? newest : [...newest, index];
}
