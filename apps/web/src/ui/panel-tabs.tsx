import type { KeyboardEvent } from "react";
import { Activity, BookOpen, MessageSquare } from "lucide-react";
import type { Panel } from "../client/reveals.ts";
import type { TextKey } from "../texts/en.ts";
import { useTexts } from "./text-context.tsx";

const TABS: readonly {
  readonly panel: Panel;
  readonly text: TextKey;
  readonly Icon: typeof Activity;
}[] = [
  { panel: "chat", text: "panels.chat", Icon: MessageSquare },
  { panel: "skills", text: "panels.skills", Icon: BookOpen },
  { panel: "events", text: "panels.events", Icon: Activity },
];

/** Narrow screens show one panel at a time. */
export function PanelTabs(props: {
  readonly chosen: Panel;
  readonly onChoose: (panel: Panel) => void;
}) {
  const { t } = useTexts();
  const { chosen, onChoose } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = TABS.findIndex(({ panel }) => panel === chosen);
    const to = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: TABS.length - 1,
    }[event.key];
    const next = to === undefined ? undefined : TABS.at(to % TABS.length);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.panel);
    document.getElementById(tabId(next.panel))?.focus();
  };
  return (
    <nav aria-label={t("panels.label")}>
      <div
        role="tablist"
        className="panel-tabs"
        aria-label={t("panels.label")}
        onKeyDown={onKeyDown}
      >
        {TABS.map(({ panel, text, Icon }) => (
          <button
            key={panel}
            id={tabId(panel)}
            type="button"
            role="tab"
            aria-selected={panel === chosen}
            aria-controls={panelId(panel)}
            tabIndex={panel === chosen ? 0 : -1}
            onClick={() => onChoose(panel)}
          >
            <Icon aria-hidden className="inline-icon" />
            {t(text)}
          </button>
        ))}
      </div>
    </nav>
  );
}

/** The `id` of a panel's element. */
export function panelId(panel: Panel): string {
  return `panel-${panel}`;
}

export function tabId(panel: Panel): string {
  return `tab-${panel}`;
}
