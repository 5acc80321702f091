import { useState } from "react";
import { loadEarlierEvents } from "../../client/earlier-events.ts";
import { useSession } from "../session-context.tsx";
import type { TimelineTexts } from "./timeline-texts.ts";

/** A long log is opened at its end; the rest comes when it is asked for. */
export function EarlierEvents({ texts }: { readonly texts: TimelineTexts }) {
  const { t } = texts;
  const store = useSession();
  const [phase, setPhase] = useState<"idle" | "loading" | "failed">("idle");
  const load = async () => {
    setPhase("loading");
    const isLoaded = await loadEarlierEvents(store);
    setPhase(isLoaded ? "idle" : "failed");
  };
  return (
    <p className="note event-earlier">
      {t(phase === "failed" ? "earlier.failed" : "earlier.note")}
      <button
        type="button"
        className="button small"
        disabled={phase === "loading"}
        onClick={() => void load()}
      >
        {t(phase === "loading" ? "loading" : "earlier.load")}
      </button>
    </p>
  );
}
