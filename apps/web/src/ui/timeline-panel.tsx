import { Suspense } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import { LogFileDrop } from "./log-file/log-file-drop.tsx";
import { useTexts } from "./text-context.tsx";

const TimelineBody = lazyPart(async () => ({
  default: (await import("./timeline/timeline-body.tsx")).TimelineBody,
}));

/** Every event of the session, in order, as the stream brings it. What draws it comes after the first paint, into a place that is there. */
export function TimelinePanel() {
  const { t } = useTexts();
  return (
    <section className="timeline" aria-label={t("timeline.title")}>
      <h2 className="timeline-title">{t("timeline.title")}</h2>
      <LogFileDrop>
        <Suspense fallback={<div className="timeline-tab" />}>
          <TimelineBody />
        </Suspense>
      </LogFileDrop>
    </section>
  );
}
