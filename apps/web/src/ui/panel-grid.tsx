import type { CSSProperties, KeyboardEvent, ReactNode } from "react";
import type { Panel } from "../client/reveals.ts";
import { PanelSeparator } from "./panel-separator.tsx";
import { panelId, tabId } from "./panel-tabs.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell } from "./use-cell.ts";
import { CONVERSATION_ID } from "./use-conversation-first.ts";
import type { Panels } from "./use-panels.ts";

/** The panels beside each other, or what there is room for. Each is in the page once and keeps its state while it is hidden. */
export function PanelGrid(props: {
  readonly panels: Panels;
  readonly left: ReactNode;
  readonly middle: ReactNode;
  readonly right: ReactNode;
}) {
  const { t } = useTexts();
  const { layout } = useStudio();
  const { left, right } = useCell(layout.view);
  const { panels } = props;
  const widths = {
    "--left-width": `${left.width}px`,
    "--right-width": `${right.width}px`,
  } as CSSProperties;
  return (
    <div className="panels" style={widths}>
      <SidePanel panel="skills" panels={panels} className="left">
        {props.left}
      </SidePanel>
      {panels.mode === "tablet" && panels.isShown("skills") && (
        <div
          className="drawer-backdrop"
          aria-hidden
          onPointerDown={() => panels.show("chat")}
        />
      )}
      <main
        id={CONVERSATION_ID}
        className="panel middle"
        aria-label={t("chat.title")}
        data-shown={panels.isShown("chat")}
        tabIndex={-1}
      >
        {panels.mode === "desktop" && panels.isShown("skills") && (
          <PanelSeparator side="left" panels={panels} />
        )}
        <PanelContent panel="chat" panels={panels}>
          {props.middle}
        </PanelContent>
        {panels.mode !== "phone" && panels.isShown("events") && (
          <PanelSeparator side="right" panels={panels} />
        )}
      </main>
      <SidePanel panel="events" panels={panels} className="right">
        {props.right}
      </SidePanel>
    </div>
  );
}

interface PanelProps {
  readonly panel: Panel;
  readonly panels: Panels;
  readonly children: ReactNode;
}

/** A panel beside the conversation. Behind the tabs of a phone it takes its place, and is the main thing then. */
function SidePanel(props: PanelProps & { readonly className: string }) {
  const { panel, panels, className } = props;
  const shown = panels.isShown(panel);
  const main =
    shown && panels.mode === "phone"
      ? { role: "main", "aria-labelledby": tabId(panel) }
      : {};
  return (
    <div
      className={`panel ${className}`}
      data-shown={shown}
      onKeyDown={(event) => closeDrawer(event, panel, panels)}
      {...main}
    >
      <PanelContent panel={panel} panels={panels}>
        {props.children}
      </PanelContent>
    </div>
  );
}

function PanelContent({ panel, panels, children }: PanelProps) {
  const tab =
    panels.mode === "phone"
      ? { role: "tabpanel", "aria-labelledby": tabId(panel) }
      : {};
  return (
    <div id={panelId(panel)} className="panel-content" tabIndex={-1} {...tab}>
      {children}
    </div>
  );
}

/** Escape puts the drawer of a tablet away, unless something in it took the key. */
function closeDrawer(event: KeyboardEvent, panel: Panel, panels: Panels): void {
  const isDrawer = panels.mode === "tablet" && panel === "skills";
  if (!isDrawer || event.key !== "Escape" || event.defaultPrevented) return;
  panels.show("chat");
  document.getElementById("toggle-left")?.focus();
}
