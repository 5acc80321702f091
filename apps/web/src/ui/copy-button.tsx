import { useEffect, useRef, useState } from "react";
import { Check, Copy } from "lucide-react";
import { copyText } from "./copy-text.ts";
import { useThreadTexts } from "./use-thread-texts.ts";

type Outcome = "copied" | "failed";

const SHOWN_MS = 3_000;

/** Copies a text, and says quietly whether that worked. */
export function CopyButton(props: {
  readonly label: string;
  readonly text: () => string;
}) {
  const tt = useThreadTexts();
  const button = useRef<HTMLButtonElement>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const copied = await copyText(props.text());
    setOutcome(copied ? "copied" : "failed");
    button.current?.focus({ preventScroll: true });
  };
  return (
    <span className="copy">
      <span role="status" className="copy-outcome">
        {outcome === "copied" && tt("code.copied")}
        {outcome === "failed" && tt("code.copyFailed")}
      </span>
      <button
        ref={button}
        type="button"
        className="icon-button copy-button"
        aria-label={props.label}
        title={props.label}
        onClick={() => void copy()}
      >
        {outcome === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
      </button>
    </span>
  );
}
