import { EVENT_EXPLANATIONS } from "@agent-studio/shared/event-explanations";
import { EVENT_TYPES } from "@agent-studio/shared";
import type { EventType } from "@agent-studio/shared";
import type { TimelineTexts } from "./timeline-texts.ts";

/** Why there are events of this type, and which part of the harness emits them. */
export function EventExplanation(props: {
  readonly type: string;
  readonly texts: TimelineTexts;
}) {
  const { t, locale } = props.texts;
  const type = EVENT_TYPES.find((known: EventType) => known === props.type);
  if (type === undefined) {
    return <p className="note">{t("detail.unknownType")}</p>;
  }
  const { why, emitter } = EVENT_EXPLANATIONS[locale][type];
  return (
    <div className="event-why">
      <h4>{t("detail.why")}</h4>
      <p>{why}</p>
      <h4>{t("detail.emitter")}</h4>
      <p>{emitter}</p>
    </div>
  );
}
