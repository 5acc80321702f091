import { useState } from "react";
import { EscapedText } from "../escaped-text.tsx";
import { CopyButton } from "./copy-button.tsx";
import type { TimelineTexts } from "./timeline-texts.ts";

/** More than this is shown when somebody asks. */
const SHOWN = 20_000;

/** A value as JSON, all of it, with a button that copies it. */
export function EventJson(props: {
  readonly value: unknown;
  readonly label: string;
  readonly texts: TimelineTexts;
}) {
  const { t, number } = props.texts;
  const [isWhole, setWhole] = useState(false);
  const text = JSON.stringify(props.value, null, 2);
  const isCut = text.length > SHOWN && !isWhole;
  return (
    <>
      <pre
        className="event-json"
        tabIndex={0}
        role="group"
        aria-label={props.label}
        dir="ltr"
      >
        <EscapedText text={isCut ? text.slice(0, SHOWN) : text} />
      </pre>
      <div className="button-row">
        <CopyButton
          label={t("detail.copy")}
          text={() => JSON.stringify(props.value, null, 2)}
          texts={props.texts}
        />
        {isCut && (
          <button
            type="button"
            className="button small"
            onClick={() => setWhole(true)}
          >
            {t("detail.showAll", { total: number(text.length) })}
          </button>
        )}
      </div>
    </>
  );
}
