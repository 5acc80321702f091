import { History, MessageSquare, Rows3 } from "lucide-react";
import { subjectOf } from "@agent-studio/shared";
import type { HarnessEvent } from "@agent-studio/shared";
import type { EventArchive } from "../../client/event-archive.ts";
import type { Panel } from "../../client/reveals.ts";
import { placeId } from "../../client/reveals.ts";
import type { EventRow } from "../../client/event-rows.ts";
import { useReplay } from "../replay/replay-context.tsx";
import { useReveal } from "../use-reveal.ts";
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
  const reveal = useReveal();
  const event = archive.read(sequence);
  const place = event === undefined ? null : placeOf(event);
  const run = archive.rows.runOf(row.run);
  return (
    <div className="button-row">
      {place !== null && (
        <button
          type="button"
          className="button small"
          onClick={() => reveal(...place)}
        >
          <MessageSquare aria-hidden className="inline-icon" />
          {t(place[0] === "chat" ? "detail.reveal" : "detail.revealFile")}
        </button>
      )}
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
    </div>
  );
}

/** Where on the page the event shows; null for what has no place of its own. */
function placeOf(event: HarnessEvent): readonly [Panel, string] | null {
  if (event.type === "artifact.saved") {
    return ["skills", placeId("artifact", event.payload.artifact.name)];
  }
  const { toolCallId, messageId } = subjectOf(event);
  if (toolCallId !== undefined) return ["chat", placeId("call", toolCallId)];
  return messageId === undefined
    ? null
    : ["chat", placeId("message", messageId)];
}
