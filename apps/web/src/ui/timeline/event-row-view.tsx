import { memo } from "react";
import type { EventArchive } from "../../client/event-archive.ts";
import type { EventRow } from "../../client/event-rows.ts";
import { groupOf } from "../../texts/event-texts.ts";
import { EscapedText } from "../escaped-text.tsx";
import { EventIcon } from "./event-icon.tsx";
import { elapsedOf } from "./event-times.ts";
import { rowSentence } from "./row-sentence.ts";
import type { TimelineTexts } from "./timeline-texts.ts";

interface Props {
  readonly id: string;
  readonly archive: EventArchive;
  readonly row: EventRow;
  readonly texts: TimelineTexts;
  readonly position: number;
  readonly total: number;
  readonly isChosen: boolean;
  /** A replay has not come to it yet. */
  readonly isAhead: boolean;
  readonly onOpen: (row: EventRow) => void;
}

/** One row: what happened, of which type, and when, since its run began and by the clock. */
export const EventRowView = memo(function EventRowView(props: Props) {
  const { archive, row, texts } = props;
  const { first, last, type } = row;
  const group = groupOf(type);
  const time = archive.timeOf(first);
  return (
    <div
      id={props.id}
      className="event-row"
      role="option"
      aria-selected={props.isChosen}
      aria-posinset={props.position}
      aria-setsize={props.total}
      data-row
      data-group={group}
      data-type={type}
      data-sequence={first}
      data-ahead={props.isAhead}
      onClick={() => props.onOpen(row)}
    >
      <EventIcon group={group} />
      <div className="event-line">
        <span className="event-sentence">
          <EscapedText text={rowSentence(archive, row, texts)} />
        </span>
        <span className="event-sequence">
          {first === last ? `#${first}` : `#${first}–${last}`}
        </span>
      </div>
      <div className="event-line event-small">
        <code className="event-type">{type}</code>
        <span title={texts.t(row.run === 0 ? "row.sinceLog" : "row.sinceRun")}>
          +{texts.duration(elapsedOf(archive, row))}
        </span>
        <time dateTime={isoOf(time)}>{texts.timeOfDay(time)}</time>
      </div>
    </div>
  );
}, isSameRow);

function isSameRow(before: Props, after: Props): boolean {
  return (
    before.row.first === after.row.first &&
    before.row.last === after.row.last &&
    before.archive === after.archive &&
    before.texts === after.texts &&
    before.position === after.position &&
    before.total === after.total &&
    before.isChosen === after.isChosen &&
    before.isAhead === after.isAhead &&
    before.onOpen === after.onOpen
  );
}

function isoOf(time: number): string | undefined {
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
