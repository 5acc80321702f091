import { useCallback, useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { useSessionPart } from "../session-context.tsx";
import { EventsView } from "./events-view.tsx";
import { RunsView } from "./runs-view.tsx";
import { TimelineMenu } from "./timeline-menu.tsx";
import { useTimelineTexts } from "./timeline-texts.ts";
import "../../styles/timeline.css";

type Tab = "events" | "runs";
const TABS: readonly Tab[] = ["events", "runs"];

/** The timeline below its heading: all events, or the runs they make. */
export function TimelineBody() {
  const texts = useTimelineTexts();
  const { t, number } = texts;
  const id = useId();
  const events = useSessionPart((view) => view.events);
  const [tab, setTab] = useState<Tab>("events");
  const [opened, setOpened] = useState<number | null>(null);
  const [runId, setRunId] = useState<string | null>(null);
  const showRun = useCallback((run: string) => {
    setRunId(run);
    setTab("runs");
  }, []);
  const count = events.first === 0 ? 0 : events.last - events.first + 1;
  return (
    <>
      <div className="timeline-bar">
        <TabList
          id={id}
          tab={tab}
          onChoose={setTab}
          label={(one) => t(`tab.${one}`)}
          name={t("tab.label")}
        />
        <span className="note">{t("count", { count: number(count) })}</span>
        <TimelineMenu texts={texts} />
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        className="timeline-tab"
        aria-labelledby={`${id}-${tab}`}
      >
        {tab === "events" ? (
          <EventsView
            texts={texts}
            opened={opened}
            onOpen={setOpened}
            onShowRun={showRun}
          />
        ) : (
          <RunsView
            texts={texts}
            runId={runId}
            onChoose={setRunId}
            onOpenEvent={(sequence) => {
              setOpened(sequence);
              setTab("events");
            }}
          />
        )}
      </div>
    </>
  );
}

function TabList(props: {
  readonly id: string;
  readonly name: string;
  readonly tab: Tab;
  readonly label: (tab: Tab) => string;
  readonly onChoose: (tab: Tab) => void;
}) {
  const { id, tab } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const other = tab === "events" ? "runs" : "events";
    props.onChoose(other);
    document.getElementById(`${id}-${other}`)?.focus();
  };
  return (
    <div
      role="tablist"
      className="timeline-tabs"
      aria-label={props.name}
      onKeyDown={onKeyDown}
    >
      {TABS.map((one) => (
        <button
          key={one}
          id={`${id}-${one}`}
          type="button"
          role="tab"
          aria-selected={one === tab}
          aria-controls={one === tab ? `${id}-panel` : undefined}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => props.onChoose(one)}
        >
          {props.label(one)}
        </button>
      ))}
    </div>
  );
}
