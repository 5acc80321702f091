import { useState } from "react";
import { Check, Copy } from "lucide-react";
import { copyText } from "../../client/copy-text.ts";
import type { TimelineTexts } from "./timeline-texts.ts";

/** Copies a text that is made when it is wanted, and says whether that worked. */
export function CopyButton(props: {
  readonly label: string;
  readonly text: () => string;
  readonly texts: TimelineTexts;
}) {
  const { t } = props.texts;
  const [outcome, setOutcome] = useState<"done" | "failed" | null>(null);
  const Icon = outcome === "done" ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className="button small"
        onClick={() => {
          void copyText(props.text()).then((done) =>
            setOutcome(done ? "done" : "failed"),
          );
        }}
      >
        <Icon aria-hidden className="inline-icon" />
        {props.label}
      </button>
      <span className="note" role="status">
        {outcome === "done" && t("copy.done")}
        {outcome === "failed" && t("copy.failed")}
      </span>
    </>
  );
}
