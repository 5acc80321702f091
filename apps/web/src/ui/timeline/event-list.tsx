import { useCallback, useEffect, useEffectEvent, useId } from "react";
import type { KeyboardEvent } from "react";
import type { EventArchive } from "../../client/event-archive.ts";
import type { EventRow } from "../../client/event-rows.ts";
import { EventRowView } from "./event-row-view.tsx";
import { nextPlace } from "./list-keys.ts";
import type { ShownRows } from "./shown-rows.ts";
import type { TimelineTexts } from "./timeline-texts.ts";
import { useRowWindow } from "./use-row-window.ts";
import { WindowBox } from "./window-box.tsx";

/** A row's height in pixels at the usual size of text, as in the style sheet. */
const ROW_HEIGHT = 44;

interface Props {
  readonly archive: EventArchive;
  readonly rows: ShownRows;
  readonly texts: TimelineTexts;
  /** First sequence of the row that is chosen. */
  readonly chosen: number | null;
  /** The last event that counts, where a replay stands; null for all. */
  readonly until: number | null;
  readonly onChoose: (row: EventRow) => void;
  readonly onOpen: (row: EventRow) => void;
  readonly onClose: () => void;
}

/** The rows as a list box: keys move, Enter opens, Escape closes. */
export function EventList(props: Props) {
  const { archive, rows, texts, chosen, until } = props;
  const listId = useId();
  const { placeOf } = rows;
  const keyOf = useCallback((place: number) => rows.at(place)?.first, [rows]);
  const window = useRowWindow({
    length: rows.length,
    estimate: ROW_HEIGHT,
    keyOf,
    placeOf,
    follows: true,
  });
  const { from, to, reveal } = window;
  const place = placeIn(rows, chosen);
  useInSight(reveal, chosen, place);
  useInSight(reveal, until, until === null ? -1 : rows.placeOf(until));

  const idOf = (sequence: number) => `${listId}-${sequence}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows.at(place);
    if (event.key === "Escape") props.onClose();
    else if (event.key === "Enter" && row !== undefined) props.onOpen(row);
    else {
      const list = { length: rows.length, page: window.page };
      const next = rows.at(nextPlace(event.key, place, list) ?? -1);
      if (next === undefined) return;
      props.onChoose(next);
    }
    event.preventDefault();
  };
  const isDrawn = chosen !== null && place >= from && place < to;
  return (
    <WindowBox
      window={window}
      length={rows.length}
      className="event-list"
      label={texts.t("list.label")}
      active={isDrawn ? idOf(chosen) : undefined}
      onKeyDown={onKeyDown}
    >
      {rowsBetween(rows, from, to).map((row, index) => (
        <EventRowView
          key={row.first}
          id={idOf(row.first)}
          archive={archive}
          row={row}
          texts={texts}
          position={from + index + 1}
          total={rows.length}
          isChosen={row.first === chosen}
          isAhead={until !== null && row.first > until}
          onOpen={props.onOpen}
        />
      ))}
    </WindowBox>
  );
}

/** Brings a place into sight when another one is `wanted`; what comes while someone reads elsewhere does not. */
function useInSight(
  reveal: (place: number) => void,
  wanted: number | null,
  place: number,
): void {
  const show = useEffectEvent(() => {
    if (place >= 0) reveal(place);
  });
  useEffect(() => show(), [wanted]);
}

/** The place of the row that begins with this sequence; -1 where a filter leaves it out. */
function placeIn(rows: ShownRows, chosen: number | null): number {
  if (chosen === null) return -1;
  const place = rows.placeOf(chosen);
  return rows.at(place)?.first === chosen ? place : -1;
}

function rowsBetween(rows: ShownRows, from: number, to: number): EventRow[] {
  return Array.from({ length: to - from }, (_, index) =>
    rows.at(from + index),
  ).filter((row) => row !== undefined);
}
