import { useCallback, useState } from "react";
import type { EventRow } from "../../client/event-rows.ts";
import { useSession, useSessionPart } from "../session-context.tsx";
import { useReplay } from "../replay/replay-context.tsx";
import { EventActions } from "./event-actions.tsx";
import { EventDetail } from "./event-detail.tsx";
import { EventFilterBar } from "./event-filter-bar.tsx";
import { EventList } from "./event-list.tsx";
import { EarlierEvents } from "./earlier-events-note.tsx";
import type { EventFilter } from "./row-filter.ts";
import type { TimelineTexts } from "./timeline-texts.ts";
import { useShownRows } from "./use-shown-rows.ts";

const ALL: EventFilter = { groups: null, text: "" };

interface Props {
  readonly texts: TimelineTexts;
  /** The event that is open; null for none. */
  readonly opened: number | null;
  readonly onOpen: (sequence: number | null) => void;
  readonly onShowRun: (runId: string) => void;
}

/** The list of events with its filter, and the event that is open below it. */
export function EventsView({ texts, opened, onOpen, onShowRun }: Props) {
  const { t, number } = texts;
  const { mode } = useSession();
  const events = useSessionPart((view) => view.events);
  const { place } = useReplay();
  const [filter, setFilter] = useState<EventFilter>(ALL);
  const [chosen, setChosen] = useState<number | null>(null);
  const { rows, searching } = useShownRows(events, filter, texts);
  const { archive } = events.history;
  const openRow =
    opened === null ? undefined : archive.rows.at(archive.rows.indexOf(opened));
  const current = openRow?.first ?? chosen;

  const open = useCallback(
    (row: EventRow) => {
      setChosen(row.first);
      onOpen(row.first);
    },
    [onOpen],
  );
  const choose = (row: EventRow) => {
    setChosen(row.first);
    if (opened !== null) onOpen(row.first);
  };
  const isFiltered = filter.groups !== null || filter.text.trim() !== "";
  return (
    <div className="events-view" data-detail={openRow !== undefined}>
      <EventFilterBar filter={filter} onChange={setFilter} texts={texts} />
      {events.earlier && mode === "live" && <EarlierEvents texts={texts} />}
      {isFiltered && (
        <p className="note" role="status">
          {searching
            ? t("filter.searching", { count: number(rows.length) })
            : t("filter.found", { count: number(rows.length) })}
        </p>
      )}
      {rows.length === 0 && !searching ? (
        <p className="note event-list-empty">
          {t(isFiltered ? "list.noMatch" : "list.empty")}
        </p>
      ) : (
        <EventList
          archive={archive}
          rows={rows}
          texts={texts}
          chosen={current}
          until={place}
          onChoose={choose}
          onOpen={open}
          onClose={() => onOpen(null)}
        />
      )}
      {openRow !== undefined && opened !== null && (
        <EventDetail
          archive={archive}
          row={openRow}
          sequence={opened}
          length={events.rows}
          texts={texts}
          actions={
            <EventActions
              archive={archive}
              row={openRow}
              sequence={opened}
              texts={texts}
              onShowRun={onShowRun}
            />
          }
          onOpen={onOpen}
          onClose={() => {
            setChosen(openRow.first);
            onOpen(null);
          }}
        />
      )}
    </div>
  );
}
