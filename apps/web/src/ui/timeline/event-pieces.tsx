import { useCallback, useState } from "react";
import type { KeyboardEvent } from "react";
import type { EventArchive } from "../../client/event-archive.ts";
import type { EventRow } from "../../client/event-rows.ts";
import { EscapedText } from "../escaped-text.tsx";
import { nextPlace } from "./list-keys.ts";
import type { TimelineTexts } from "./timeline-texts.ts";
import { useRowWindow } from "./use-row-window.ts";

const PIECE_HEIGHT = 28;

/** All the events that a row joins, one a line; the chosen one is shown below as it was written. */
export function EventPieces(props: {
  readonly archive: EventArchive;
  readonly row: EventRow;
  readonly texts: TimelineTexts;
  readonly chosen: number;
  readonly onChoose: (sequence: number) => void;
}) {
  const { archive, row, texts, chosen, onChoose } = props;
  const { first, last } = row;
  const length = last - first + 1;
  const keyOf = useCallback((place: number) => first + place, [first]);
  const placeOf = useCallback((key: number) => key - first, [first]);
  const [isActive, setActive] = useState(false);
  const { box, from, to, rowHeight, page, onScroll, reveal } = useRowWindow({
    length,
    estimate: PIECE_HEIGHT,
    keyOf,
    placeOf,
    follows: false,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextPlace(event.key, chosen - first, { length, page });
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(first + next);
    reveal(next);
  };
  const pieces = archive.range(first + from, first + to - 1);
  const idOf = (sequence: number) => `piece-${sequence}`;
  const isInSight = chosen - first >= from && chosen - first < to;
  return (
    <div
      ref={box}
      className="event-pieces"
      role="listbox"
      aria-label={texts.t("pieces.label", { count: texts.number(length) })}
      aria-activedescendant={isActive && isInSight ? idOf(chosen) : undefined}
      tabIndex={0}
      onFocus={() => setActive(true)}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: length * rowHeight }}>
        <div
          role="presentation"
          style={{ transform: `translateY(${from * rowHeight}px)` }}
        >
          {pieces.map((event) => (
            <div
              key={event.sequence}
              id={idOf(event.sequence)}
              className="event-piece"
              role="option"
              aria-selected={event.sequence === chosen}
              aria-posinset={event.sequence - first + 1}
              aria-setsize={length}
              data-row
              onClick={() => onChoose(event.sequence)}
            >
              <span className="event-sequence">#{event.sequence}</span>
              <span className="event-sentence">
                <EscapedText
                  text={
                    event.type === "assistant.delta"
                      ? event.payload.delta
                      : event.type
                  }
                />
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
