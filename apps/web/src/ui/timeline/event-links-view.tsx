import { useMemo } from "react";
import { ArrowDownRight, ArrowUpLeft } from "lucide-react";
import type { EventArchive } from "../../client/event-archive.ts";
import type { EventRow } from "../../client/event-rows.ts";
import { groupOf } from "../../texts/event-texts.ts";
import { EscapedText } from "../escaped-text.tsx";
import { EventIcon } from "./event-icon.tsx";
import { linksAround } from "./links-around.ts";
import { rowSentence } from "./row-sentence.ts";
import type { TimelineTexts } from "./timeline-texts.ts";

interface Props {
  readonly archive: EventArchive;
  readonly row: EventRow;
  /** Rows of the log at the moment. */
  readonly length: number;
  readonly texts: TimelineTexts;
  readonly onOpen: (sequence: number) => void;
}

/** What the event follows from and what follows from it, as ways there. */
export function EventLinksView(props: Props) {
  const { archive, row, length, texts } = props;
  const { causes, effects } = useMemo(
    () => linksAround(archive, row, length),
    [archive, row, length],
  );
  const { t } = texts;
  if (causes.length + effects.length === 0) {
    return <p className="note">{t("links.none")}</p>;
  }
  return (
    <>
      <LinkList {...props} title={t("links.causes")} to={causes} isCause />
      <LinkList
        {...props}
        title={t("links.effects")}
        to={effects}
        isCause={false}
      />
    </>
  );
}

function LinkList(
  props: Props & {
    readonly title: string;
    readonly to: readonly number[];
    readonly isCause: boolean;
  },
) {
  const { archive, texts, to } = props;
  const Arrow = props.isCause ? ArrowUpLeft : ArrowDownRight;
  if (to.length === 0) return null;
  return (
    <div>
      <h4>{props.title}</h4>
      <ul className="event-links">
        {to.map((sequence) => {
          const row = archive.rows.at(archive.rows.indexOf(sequence));
          if (row === undefined) return null;
          return (
            <li key={sequence}>
              <button
                type="button"
                className="event-link"
                data-sequence={sequence}
                onClick={() => props.onOpen(sequence)}
              >
                <Arrow aria-hidden className="inline-icon" />
                <EventIcon group={groupOf(row.type)} />
                <span className="event-sequence">#{sequence}</span>
                <span className="event-sentence">
                  <EscapedText text={rowSentence(archive, row, texts)} />
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
