import { CopyButton } from "./copy-button.tsx";
import { EscapedText } from "./escaped-text.tsx";
import { Fold } from "./fold.tsx";
import { jsonText } from "./json-text.ts";
import { useTexts } from "./text-context.tsx";
import { useThreadTexts } from "./use-thread-texts.ts";
import "../styles/tools.css";

const SHOWN_CHARACTERS = 8_000;

/** A value as folded JSON, made when it is opened, as much of it as is good to show. */
export function RawData(props: {
  readonly title: string;
  readonly value: unknown;
}) {
  return (
    <Fold id={null} className="raw-data" title={props.title}>
      {() => <RawText value={props.value} label={props.title} />}
    </Fold>
  );
}

/** The same, unfolded. */
export function RawText(props: {
  readonly value: unknown;
  readonly label: string;
}) {
  const shown = jsonText(props.value, SHOWN_CHARACTERS);
  return (
    <LimitedText
      shown={shown.text}
      total={shown.total}
      label={props.label}
      whole={() => jsonText(props.value, Number.POSITIVE_INFINITY).text}
    />
  );
}

/** A text as it is, as much of it as is good to show. */
export function PlainData(props: {
  readonly text: string;
  readonly label: string;
}) {
  const { text, label } = props;
  return (
    <LimitedText
      shown={text.slice(0, SHOWN_CHARACTERS)}
      total={text.length}
      label={label}
      whole={() => text}
    />
  );
}

function LimitedText(props: {
  readonly shown: string;
  readonly total: number;
  readonly label: string;
  readonly whole: () => string;
}) {
  const { t, number } = useTexts();
  const tt = useThreadTexts();
  const { shown, total, label } = props;
  return (
    <>
      <div className="raw-frame">
        <pre
          className="raw-text"
          tabIndex={0}
          role="group"
          aria-label={label}
          dir="ltr"
        >
          <EscapedText text={shown} />
        </pre>
        <CopyButton
          label={tt("raw.copy", { name: label })}
          text={props.whole}
        />
      </div>
      {total > shown.length && (
        <p className="note">
          {t("tool.shownPart", {
            shown: number(shown.length),
            total: number(total),
          })}
        </p>
      )}
    </>
  );
}
