import { EscapedText } from "./escaped-text.tsx";
import { jsonText } from "./json-text.ts";
import { useTexts } from "./text-context.tsx";

const SHOWN_CHARACTERS = 8_000;

/** A value as folded JSON, as much of it as is good to show. */
export function RawData(props: {
  readonly title: string;
  readonly value: unknown;
}) {
  return (
    <details className="raw-data">
      <summary>{props.title}</summary>
      <RawText value={props.value} label={props.title} />
    </details>
  );
}

/** The same, unfolded. */
export function RawText(props: {
  readonly value: unknown;
  readonly label: string;
}) {
  const { t, number } = useTexts();
  const { text, total, cut } = jsonText(props.value, SHOWN_CHARACTERS);
  return (
    <>
      <pre
        className="raw-text"
        tabIndex={0}
        role="group"
        aria-label={props.label}
        dir="ltr"
      >
        <EscapedText text={text} />
      </pre>
      {cut && (
        <p className="note">
          {t("tool.shownPart", {
            shown: number(SHOWN_CHARACTERS),
            total: number(total),
          })}
        </p>
      )}
    </>
  );
}
