import { useCallback, useState } from "react";
import type { EventArchive } from "../../client/event-archive.ts";
import type { EventRow } from "../../client/event-rows.ts";
import { useSession, useSessionPart } from "../session-context.tsx";
import { useReplay } from "../replay/replay-context.tsx";
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
  const { mode } = useSession();
  const events = useSessionPart((view) => view.events);
  const { place } = useReplay();
  const [filter, setFilter] = useState<EventFilter>(ALL);
  const [chosen, setChosen] = useState<number | null>(null);
  const { rows, searching } = useShownRows(events, filter, texts);
  const { archive } = events.history;
  const openRow = rowAt(archive, opened);

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
  const close = () => {
    setChosen(openRow?.first ?? chosen);
    onOpen(null);
  };
  return (
    <div className="events-view" data-detail={openRow !== undefined}>
      <EventFilterBar filter={filter} onChange={setFilter} texts={texts} />
      {events.earlier && mode === "live" && <EarlierEvents texts={texts} />}
      <FilterNote {...{ filter, searching, texts }} found={rows.length} />
      <EventList
        archive={archive}
        rows={rows}
        texts={texts}
        chosen={openRow?.first ?? chosen}
        until={place}
        onChoose={choose}
        onOpen={open}
        onClose={close}
      />
      {openRow !== undefined && (
        <EventDetail
          archive={archive}
          row={openRow}
          sequence={opened ?? openRow.first}
          length={events.rows}
          texts={texts}
          onOpen={onOpen}
          onShowRun={onShowRun}
          onClose={close}
        />
      )}
    </div>
  );
}

function rowAt(
  archive: EventArchive,
  sequence: number | null,
): EventRow | undefined {
  return sequence === null
    ? undefined
    : archive.rows.at(archive.rows.indexOf(sequence));
}

/** How much a filter leaves; where there is none, whether there is anything at all. */
function FilterNote(props: {
  readonly filter: EventFilter;
  readonly searching: boolean;
  readonly found: number;
  readonly texts: TimelineTexts;
}) {
  const { filter, searching, found, texts } = props;
  const { t, number } = texts;
  const isAll = filter.groups === null && filter.text.trim() === "";
  if (isAll && found > 0) return null;
  if (isAll) return <p className="note">{t("list.empty")}</p>;
  const count = number(found);
  const done = found === 0 ? t("list.noMatch") : t("filter.found", { count });
  return (
    <p className="note" role="status">
      {searching ? t("filter.searching", { count }) : done}
    </p>
  );
}
