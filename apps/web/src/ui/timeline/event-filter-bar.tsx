import { Search } from "lucide-react";
import { EVENT_GROUPS } from "../../texts/event-texts.ts";
import type { EventGroup } from "../../texts/event-texts.ts";
import { EventIcon } from "./event-icon.tsx";
import type { EventFilter } from "./row-filter.ts";
import type { TimelineTexts } from "./timeline-texts.ts";

interface Props {
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
  readonly texts: TimelineTexts;
}

/** Which events are shown: by category, and by what they say or hold. */
export function EventFilterBar({ filter, onChange, texts }: Props) {
  const { t } = texts;
  return (
    <div className="event-filter">
      <label className="event-search">
        <Search aria-hidden className="inline-icon" />
        <input
          type="text"
          value={filter.text}
          aria-label={t("filter.text")}
          placeholder={t("filter.text")}
          onChange={(event) =>
            onChange({ ...filter, text: event.target.value })
          }
          onKeyDown={(event) => {
            if (event.key === "Escape" && filter.text !== "") {
              event.stopPropagation();
              onChange({ ...filter, text: "" });
            }
          }}
        />
      </label>
      <details
        className="event-groups"
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.open = false;
        }}
      >
        <summary className="button">
          {filter.groups === null
            ? t("filter.all")
            : t("filter.some", { count: filter.groups.size })}
        </summary>
        <fieldset className="event-groups-list">
          <legend className="visually-hidden">{t("filter.groups")}</legend>
          {EVENT_GROUPS.map((group) => (
            <GroupChoice
              key={group}
              group={group}
              {...{ filter, onChange, texts }}
            />
          ))}
          <button
            type="button"
            className="button small"
            onClick={() => onChange({ ...filter, groups: null })}
          >
            {t("filter.showAll")}
          </button>
        </fieldset>
      </details>
    </div>
  );
}

function GroupChoice(props: Props & { readonly group: EventGroup }) {
  const { filter, group, onChange, texts } = props;
  const isOn = filter.groups === null || filter.groups.has(group);
  return (
    <label className="event-group">
      <input
        type="checkbox"
        checked={isOn}
        onChange={() => onChange({ ...filter, groups: toggled(filter, group) })}
      />
      <EventIcon group={group} />
      {texts.t(`group.${group}`)}
    </label>
  );
}

/** The groups after one more click; all of them is null, and the first click on one of all leaves that one out. */
function toggled(
  { groups }: EventFilter,
  group: EventGroup,
): ReadonlySet<EventGroup> | null {
  const next = new Set(groups ?? EVENT_GROUPS);
  if (!next.delete(group)) next.add(group);
  return next.size === EVENT_GROUPS.length ? null : next;
}
