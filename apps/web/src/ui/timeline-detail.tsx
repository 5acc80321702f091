import { X } from "lucide-react";
import type { EventRow } from "../client/event-rows.ts";
import { labelOf } from "./event-line.ts";
import { RawText } from "./raw-data.tsx";
import { useTexts } from "./text-context.tsx";

/** One event as it is on the wire. */
export function TimelineDetail(props: {
  readonly row: EventRow;
  readonly onClose: () => void;
}) {
  const { t, local, number, locale } = useTexts();
  const { event, joined } = props.row;
  const title = t("timeline.detail", { sequence: event.sequence });
  return (
    <section className="timeline-detail" aria-label={title}>
      <header className="tool-head">
        <h3>{title}</h3>
        <code>{event.type}</code>
        <button
          type="button"
          className="icon-button"
          aria-label={t("timeline.close")}
          onClick={props.onClose}
        >
          <X aria-hidden />
        </button>
      </header>
      <p className="note">
        {local(labelOf(event))}
        {" · "}
        <time dateTime={event.timestamp}>
          {new Date(event.timestamp).toLocaleString(locale)}
        </time>
        {joined > 1 && ` · ${t("timeline.joined", { count: number(joined) })}`}
      </p>
      <RawText value={event} label={title} />
    </section>
  );
}
