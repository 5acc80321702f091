/** A list of which only what can be seen exists: rows have one height, so any length scrolls the same. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { EventRow } from "../client/event-rows.ts";
import { EscapedText } from "./escaped-text.tsx";
import { groupOf, hintOf, labelOf } from "./event-line.ts";
import { useTexts } from "./text-context.tsx";

/** As in the style sheet. */
const ROW_HEIGHT = 32;
const OVERSCAN = 8;
/** Closer to the end than this, the list follows what comes. */
const FOLLOW_DISTANCE = ROW_HEIGHT * 2;
const PAGE = 10;

interface Props {
  readonly rows: readonly EventRow[];
  /** First sequence of the row that is open. */
  readonly selected: number | null;
  readonly onSelect: (row: EventRow | null) => void;
}

/** The rows as a list box: arrows move, the chosen row is opened. */
export function TimelineList({ rows, selected, onSelect }: Props) {
  const { t } = useTexts();
  const listId = useId();
  const position = rows.findIndex((row) => row.firstSequence === selected);
  const { box, from, to, onScroll, reveal } = useWindowOf(
    rows.length,
    position,
  );
  const idOf = (row: EventRow) => `${listId}-${row.firstSequence}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextPosition(event.key, position, rows.length);
    if (next === null) return;
    event.preventDefault();
    onSelect(next < 0 ? null : (rows[next] ?? null));
    if (next >= 0) reveal(next);
  };
  // Only a row that exists can be pointed at.
  const chosen = position >= from && position < to ? rows[position] : undefined;
  return (
    <div
      ref={box}
      className="timeline-list"
      role="listbox"
      aria-label={t("timeline.list")}
      aria-activedescendant={chosen === undefined ? undefined : idOf(chosen)}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: rows.length * ROW_HEIGHT }}>
        <div
          role="presentation"
          style={{ transform: `translateY(${from * ROW_HEIGHT}px)` }}
        >
          {rows.slice(from, to).map((row, index) => (
            <Row
              key={row.firstSequence}
              id={idOf(row)}
              row={row}
              position={from + index + 1}
              total={rows.length}
              isSelected={row.firstSequence === selected}
              onSelect={() => onSelect(row)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function Row(props: {
  readonly id: string;
  readonly row: EventRow;
  readonly position: number;
  readonly total: number;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}) {
  const { local, locale } = useTexts();
  const { event, firstSequence, joined } = props.row;
  const sequence =
    joined === 1 ? `${event.sequence}` : `${firstSequence}–${event.sequence}`;
  const hint = joined === 1 ? hintOf(event) : `×${joined}`;
  return (
    <div
      id={props.id}
      className="timeline-row"
      role="option"
      aria-selected={props.isSelected}
      aria-posinset={props.position}
      aria-setsize={props.total}
      data-group={groupOf(event)}
      data-type={event.type}
      onClick={props.onSelect}
    >
      <span className="timeline-sequence">{sequence}</span>
      <span className="timeline-mark" aria-hidden />
      <span className="timeline-label">{local(labelOf(event))}</span>
      <span className="timeline-hint">
        <EscapedText text={hint} />
      </span>
      <time className="timeline-time" dateTime={event.timestamp}>
        {new Date(event.timestamp).toLocaleTimeString(locale, {
          hour12: false,
        })}
      </time>
    </div>
  );
}

/** Where a key leads from a position (-1: none chosen): a position, -1 for none, null where the key means nothing. */
export function nextPosition(
  key: string,
  position: number,
  length: number,
): number | null {
  const within = (wanted: number) => Math.min(length - 1, Math.max(0, wanted));
  switch (key) {
    case "ArrowDown":
      return within(position + 1);
    case "ArrowUp":
      return within(position < 0 ? length - 1 : position - 1);
    case "PageDown":
      return within(position + PAGE);
    case "PageUp":
      return within(position - PAGE);
    case "Home":
      return within(0);
    case "End":
      return within(length - 1);
    case "Escape":
      return -1;
    default:
      return null;
  }
}

function useWindowOf(length: number, selected: number) {
  const box = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const [scroll, setScroll] = useState({ top: 0, height: 600 });

  const measure = () => {
    const element = box.current;
    if (element === null) return;
    setScroll({ top: element.scrollTop, height: element.clientHeight });
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || !isFollowing.current) return;
    element.scrollTop = element.scrollHeight;
  }, [length]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const reveal = (position: number) => {
    if (box.current !== null) scrollTo(box.current, position);
  };
  // Details that open make the list smaller: what they belong to stays in sight.
  useLayoutEffect(() => {
    if (box.current !== null && selected >= 0) scrollTo(box.current, selected);
  }, [selected, scroll.height]);

  const from = Math.max(0, Math.floor(scroll.top / ROW_HEIGHT) - OVERSCAN);
  const count = Math.ceil(scroll.height / ROW_HEIGHT) + 2 * OVERSCAN;
  return {
    box,
    from,
    to: Math.min(length, from + count),
    onScroll: () => {
      const element = box.current;
      if (element === null) return;
      const below =
        element.scrollHeight - element.scrollTop - element.clientHeight;
      isFollowing.current = below < FOLLOW_DISTANCE;
      measure();
    },
    reveal,
  };
}

function scrollTo(box: HTMLElement, position: number): void {
  const top = position * ROW_HEIGHT;
  if (top < box.scrollTop) box.scrollTop = top;
  const least = top + ROW_HEIGHT - box.clientHeight;
  if (least > box.scrollTop) box.scrollTop = least;
}
