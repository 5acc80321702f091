import { useCallback, useEffect, useId } from "react";
import type { KeyboardEvent } from "react";
import type { EventArchive } from "../../client/event-archive.ts";
import type { EventRow } from "../../client/event-rows.ts";
import { EventRowView } from "./event-row-view.tsx";
import { nextPlace } from "./list-keys.ts";
import type { ShownRows } from "./shown-rows.ts";
import type { TimelineTexts } from "./timeline-texts.ts";
import { useRowWindow } from "./use-row-window.ts";

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

/** The rows as a list box of which only what can be seen exists: keys move, Enter opens, Escape closes. */
export function EventList(props: Props) {
  const { archive, rows, texts, chosen, onChoose, onOpen, onClose } = props;
  const listId = useId();
  const { placeOf } = rows;
  const keyOf = useCallback((place: number) => rows.at(place)?.first, [rows]);
  const { box, from, to, rowHeight, page, onScroll, reveal } = useRowWindow({
    length: rows.length,
    estimate: ROW_HEIGHT,
    keyOf,
    placeOf,
    follows: true,
  });
  const place = chosen === null ? -1 : rows.placeOf(chosen);
  const isShown = place >= 0 && rows.at(place)?.first === chosen;
  const idOf = (sequence: number) => `${listId}-${sequence}`;
  useEffect(() => {
    if (isShown) reveal(place);
    // Only another choice brings a row into sight; what comes while someone reads elsewhere does not.
  }, [chosen, isShown]);

  const onKeyDown = (event: KeyboardEvent) => {
    const row = isShown ? rows.at(place) : undefined;
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && row !== undefined) onOpen(row);
    else {
      const next = nextPlace(event.key, place, { length: rows.length, page });
      const found = next === null ? undefined : rows.at(next);
      if (found === undefined) return;
      onChoose(found);
    }
    event.preventDefault();
  };
  const visible: EventRow[] = [];
  for (let at = from; at < to; at += 1) {
    const row = rows.at(at);
    if (row !== undefined) visible.push(row);
  }
  return (
    <div
      ref={box}
      className="event-list"
      role="listbox"
      aria-label={texts.t("list.label")}
      aria-activedescendant={
        isShown && place >= from && place < to ? idOf(chosen) : undefined
      }
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: rows.length * rowHeight }}>
        <div
          role="presentation"
          style={{ transform: `translateY(${from * rowHeight}px)` }}
        >
          {visible.map((row, index) => (
            <EventRowView
              key={row.first}
              id={idOf(row.first)}
              archive={archive}
              row={row}
              texts={texts}
              position={from + index + 1}
              total={rows.length}
              isChosen={row.first === chosen}
              isAhead={props.until !== null && row.first > props.until}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
