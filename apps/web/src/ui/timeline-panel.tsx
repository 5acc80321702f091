import { useMemo, useState } from "react";
import { Download } from "lucide-react";
import { ROUTES } from "@agent-studio/shared";
import { addressOf } from "../client/api-client.ts";
import type { EventRow } from "../client/event-rows.ts";
import { EVENT_GROUPS } from "../texts/event-texts.ts";
import type { EventGroup } from "../texts/event-texts.ts";
import { groupOf } from "./event-line.ts";
import { useSession, useSessionPart } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import { TimelineDetail } from "./timeline-detail.tsx";
import { TimelineList } from "./timeline-list.tsx";

type Filter = EventGroup | "all";

/** Every event of the session, in order, as the stream brings it. */
export function TimelinePanel() {
  const { t, number } = useTexts();
  const { rows, earlier, events } = useSessionPart((view) => view.events);
  const [filter, setFilter] = useState<Filter>("all");
  const [selected, setSelected] = useState<number | null>(null);
  const shown = useMemo(
    () =>
      filter === "all"
        ? rows
        : rows.filter(({ event }) => groupOf(event) === filter),
    [rows, filter],
  );
  const chosen = shown.find((row) => row.firstSequence === selected);
  return (
    <section className="timeline" aria-label={t("timeline.title")}>
      <header className="timeline-head">
        <h2>{t("timeline.title")}</h2>
        <span className="note">
          {t("timeline.count", { count: number(events) })}
        </span>
        <DownloadLink />
      </header>
      <FilterChoice filter={filter} onChoose={setFilter} />
      {earlier && <p className="note">{t("timeline.earlier")}</p>}
      {shown.length === 0 ? (
        <p className="note">{t("timeline.empty")}</p>
      ) : (
        <TimelineList
          rows={shown}
          selected={selected}
          onSelect={(row: EventRow | null) =>
            setSelected(row?.firstSequence ?? null)
          }
        />
      )}
      {chosen !== undefined && (
        <TimelineDetail row={chosen} onClose={() => setSelected(null)} />
      )}
    </section>
  );
}

function FilterChoice(props: {
  readonly filter: Filter;
  readonly onChoose: (filter: Filter) => void;
}) {
  const { t } = useTexts();
  const choices: readonly Filter[] = ["all", ...EVENT_GROUPS];
  return (
    <label className="field inline">
      <span>{t("timeline.filter")}</span>
      <select
        value={props.filter}
        onChange={(event) =>
          props.onChoose(
            choices.find((choice) => choice === event.target.value) ?? "all",
          )
        }
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`timeline.${choice}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function DownloadLink() {
  const { t } = useTexts();
  const { sessionId } = useSession();
  return (
    <a
      className="icon-button"
      href={addressOf(ROUTES.downloadEvents, { sessionId })}
      download={`${sessionId}.jsonl`}
      aria-label={t("timeline.download")}
      title={t("timeline.download")}
    >
      <Download aria-hidden />
    </a>
  );
}
