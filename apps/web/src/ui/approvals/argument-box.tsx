import { useState } from "react";
import { ArrowDownToLine, Check } from "lucide-react";
import { ArgumentText } from "./argument-text.tsx";
import { ArgumentValues } from "./argument-values.tsx";
import { warningsOf } from "./argument-facts.ts";
import { useApprovalTexts } from "./use-approval-texts.ts";
import type { ReadToEnd } from "./use-read-to-end.ts";

/** The arguments that will run. What is longer than a screen scrolls inside and says whether its end was seen. */
export function ArgumentBox(props: {
  readonly args: unknown;
  readonly label: string;
  readonly reading: ReadToEnd;
  /** Names the note, for what depends on it. */
  readonly noteId: string;
}) {
  const { args, label, noteId } = props;
  const { attachBox, attachContent, isLong, isRead, goToEnd } = props.reading;
  const a = useApprovalTexts();
  return (
    <div className="argument-frame">
      <p className="view-title">{label}</p>
      <div
        ref={attachBox}
        className="argument-box"
        role="group"
        aria-label={label}
        data-long={isLong}
        tabIndex={isLong ? 0 : undefined}
      >
        <div ref={attachContent}>
          <ArgumentValues value={args} />
        </div>
      </div>
      {isLong && (
        <div className="read-note" data-read={isRead}>
          <p id={noteId} role="status">
            {isRead && <Check aria-hidden className="inline-icon" />}
            {a(isRead ? "readDone" : "readOn")}
          </p>
          <button type="button" className="button" onClick={goToEnd}>
            <ArrowDownToLine aria-hidden className="inline-icon" />
            {a("toEnd")}
          </button>
        </div>
      )}
      <Warnings args={args} />
      <RawArguments args={args} />
    </div>
  );
}

function Warnings({ args }: { readonly args: unknown }) {
  const a = useApprovalTexts();
  const { escaped, mixed, redacted } = warningsOf(args);
  return (
    <>
      {escaped && <p className="argument-warning">{a("escaped")}</p>}
      {mixed && <p className="argument-warning">{a("mixed")}</p>}
      {redacted && <p className="argument-warning">{a("redacted")}</p>}
    </>
  );
}

function RawArguments({ args }: { readonly args: unknown }) {
  const a = useApprovalTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="raw-data"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{a("raw")}</summary>
      {isOpen && (
        <div
          className="argument-box scrolls"
          role="group"
          aria-label={a("raw")}
          tabIndex={0}
        >
          <ArgumentText text={JSON.stringify(args, null, 2)} />
        </div>
      )}
    </details>
  );
}
