import { History, Rows3 } from "lucide-react";
import type { EventArchive } from "../../client/event-archive.ts";
import type { EventRow } from "../../client/event-rows.ts";
import { useReplay } from "../replay/replay-context.tsx";
import type { TimelineTexts } from "./timeline-texts.ts";

/** What can be done from an event: go to its run, or see the session as it was then. */
export function EventActions(props: {
  readonly archive: EventArchive;
  readonly row: EventRow;
  readonly sequence: number;
  readonly texts: TimelineTexts;
  readonly onShowRun: (runId: string) => void;
}) {
  const { archive, row, sequence, texts } = props;
  const { t } = texts;
  const { enter } = useReplay();
  const run = archive.rows.runOf(row.run);
  return (
    <>
      {run !== undefined && (
        <button
          type="button"
          className="button small"
          onClick={() => props.onShowRun(run.runId)}
        >
          <Rows3 aria-hidden className="inline-icon" />
          {t("detail.showRun")}
        </button>
      )}
      <button
        type="button"
        className="button small"
        onClick={() => enter(sequence)}
      >
        <History aria-hidden className="inline-icon" />
        {t("detail.replay")}
      </button>
    </>
  );
}
