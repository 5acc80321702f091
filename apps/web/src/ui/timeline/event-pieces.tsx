import { useCallback, useId } from "react";
import type { KeyboardEvent } from "react";
import type { HarnessEvent } from "@agent-studio/shared";
import type { EventArchive } from "../../client/event-archive.ts";
import type { EventRow } from "../../client/event-rows.ts";
import { EscapedText } from "../escaped-text.tsx";
import { nextPlace } from "./list-keys.ts";
import type { TimelineTexts } from "./timeline-texts.ts";
import { useRowWindow } from "./use-row-window.ts";
import { WindowBox } from "./window-box.tsx";

const PIECE_HEIGHT = 28;

interface Props {
  readonly archive: EventArchive;
  readonly row: EventRow;
  readonly texts: TimelineTexts;
  readonly chosen: number;
  readonly onChoose: (sequence: number) => void;
}

/** All the events that a row joins, one a line; the chosen one is shown below as it was written. */
export function EventPieces({ archive, row, texts, chosen, onChoose }: Props) {
  const listId = useId();
  const { first, last } = row;
  const length = last - first + 1;
  const keyOf = useCallback((place: number) => first + place, [first]);
  const placeOf = useCallback((key: number) => key - first, [first]);
  const window = useRowWindow({
    length,
    estimate: PIECE_HEIGHT,
    keyOf,
    placeOf,
    follows: false,
  });
  const { from, to } = window;
  const onKeyDown = (event: KeyboardEvent) => {
    const list = { length, page: window.page };
    const next = nextPlace(event.key, chosen - first, list);
    if (next === null) return;
    event.preventDefault();
    onChoose(first + next);
    window.reveal(next);
  };
  const idOf = (sequence: number) => `${listId}-${sequence}`;
  const isDrawn = chosen - first >= from && chosen - first < to;
  return (
    <WindowBox
      window={window}
      length={length}
      className="event-pieces"
      label={texts.t("pieces.label", { count: texts.number(length) })}
      active={isDrawn ? idOf(chosen) : undefined}
      onKeyDown={onKeyDown}
    >
      {archive.range(first + from, first + to - 1).map((event) => (
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
            <EscapedText text={pieceText(event)} />
          </span>
        </div>
      ))}
    </WindowBox>
  );
}

function pieceText(event: HarnessEvent): string {
  return event.type === "assistant.delta" ? event.payload.delta : event.type;
}
