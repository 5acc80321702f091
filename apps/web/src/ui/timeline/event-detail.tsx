import { Suspense, useEffect, useRef } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import type { ReactNode } from "react";
import { X } from "lucide-react";
import type { HarnessEvent } from "@agent-studio/shared";
import type { EventArchive } from "../../client/event-archive.ts";
import type { EventRow } from "../../client/event-rows.ts";
import { groupOf } from "../../texts/event-texts.ts";
import { EscapedText } from "../escaped-text.tsx";
import { IconButton } from "../icon-button.tsx";
import { EventActions } from "./event-actions.tsx";
import { EventIcon } from "./event-icon.tsx";
import { EventJson } from "./event-json.tsx";
import { EventLinksView } from "./event-links-view.tsx";
import { EventPieces } from "./event-pieces.tsx";
import { elapsedOf } from "./event-times.ts";
import { rowSentence } from "./row-sentence.ts";
import type { TimelineTexts } from "./timeline-texts.ts";

const EventExplanation = lazyPart(async () => ({
  default: (await import("./event-explanation.tsx")).EventExplanation,
}));

interface Props {
  readonly archive: EventArchive;
  readonly row: EventRow;
  /** The event of the row that is meant. */
  readonly sequence: number;
  readonly length: number;
  readonly texts: TimelineTexts;
  readonly onOpen: (sequence: number) => void;
  readonly onShowRun: (runId: string) => void;
  readonly onClose: () => void;
}

/** One event with all that is known of it. */
export function EventDetail(props: Props) {
  const { archive, row, sequence, texts } = props;
  const { t } = texts;
  const event = archive.read(sequence);
  const body = useTopOf(row.first);
  if (event === undefined) return null;
  const title = t("detail.title", { sequence });
  return (
    <section className="event-detail" aria-label={title}>
      <DetailHead
        title={title}
        type={event.type}
        closeLabel={t("detail.close")}
        onClose={props.onClose}
      />
      <div ref={body} className="event-detail-body">
        <p>
          <EscapedText text={rowSentence(archive, row, texts)} />
        </p>
        <EventActions
          archive={archive}
          row={row}
          sequence={sequence}
          texts={texts}
          onShowRun={props.onShowRun}
        />
        <Times archive={archive} row={row} event={event} texts={texts} />
        <EventLinksView
          archive={archive}
          row={row}
          length={props.length}
          texts={texts}
          onOpen={props.onOpen}
        />
        {row.last > row.first && (
          <EventPieces
            key={row.first}
            archive={archive}
            row={row}
            texts={texts}
            chosen={sequence}
            onChoose={props.onOpen}
          />
        )}
        <Suspense fallback={null}>
          <EventExplanation type={event.type} texts={texts} />
        </Suspense>
        <h4>{t("detail.json")}</h4>
        <EventJson
          key={sequence}
          value={event}
          label={t("detail.jsonOf", { sequence })}
          texts={texts}
        />
      </div>
    </section>
  );
}

/** Goes back to the top for another row. */
function useTopOf(row: number) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (body.current !== null) body.current.scrollTop = 0;
  }, [row]);
  return body;
}

function DetailHead(props: {
  readonly title: string;
  readonly type: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
}) {
  return (
    <header className="event-detail-head">
      <EventIcon group={groupOf(props.type)} />
      <h3>{props.title}</h3>
      <code>{props.type}</code>
      <IconButton icon={X} label={props.closeLabel} onClick={props.onClose} />
    </header>
  );
}

function Times(props: {
  readonly archive: EventArchive;
  readonly row: EventRow;
  readonly event: HarnessEvent;
  readonly texts: TimelineTexts;
}) {
  const { archive, row, event, texts } = props;
  const { t, duration } = texts;
  const time = archive.timeOf(event.sequence);
  const since = time - archive.timeOf(event.sequence - 1);
  const elapsed = elapsedOf(archive, row) + time - archive.timeOf(row.first);
  return (
    <dl className="event-facts">
      <Fact name={t("fact.time")}>
        <time dateTime={event.timestamp}>{texts.dateAndTime(time)}</time>
      </Fact>
      <Fact name={t(row.run === 0 ? "row.sinceLog" : "row.sinceRun")}>
        +{duration(Math.max(0, elapsed))}
      </Fact>
      {!Number.isNaN(since) && (
        <Fact name={t("fact.sinceBefore")}>
          +{duration(Math.max(0, since))}
        </Fact>
      )}
      {event.runId !== undefined && (
        <Fact name={t("fact.run")}>
          <code>{event.runId}</code>
        </Fact>
      )}
      {event.actor !== undefined && (
        <Fact name={t("fact.actor")}>
          <EscapedText
            text={event.actor.name ?? event.actor.id ?? event.actor.kind}
          />
          {" · "}
          {t(`actor.${event.actor.kind}`)}
        </Fact>
      )}
    </dl>
  );
}

function Fact(props: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
