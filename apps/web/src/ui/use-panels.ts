import { useMemo, useState } from "react";
import type { PanelLayout, Side } from "../client/panel-layout.ts";
import type { Panel } from "../client/reveals.ts";
import { useStudio } from "./studio-context.tsx";
import { useCellPart } from "./use-cell.ts";
import { useLayoutMode } from "./use-layout-mode.ts";
import type { LayoutMode } from "./use-layout-mode.ts";

export interface Panels {
  readonly mode: LayoutMode;
  /** The tab that is chosen on a phone; on a tablet, "skills" is the open drawer. */
  readonly chosen: Panel;
  readonly isShown: (panel: Panel) => boolean;
  readonly show: (panel: Panel) => void;
  /** Shows a side panel, or puts it away. */
  readonly toggle: (side: Side) => void;
}

/** Which panels are shown: the person's choice, as far as there is room. */
export function usePanels(): Panels {
  const { layout } = useStudio();
  const mode = useLayoutMode();
  const [chosen, choose] = useState<Panel>("chat");
  const left = useCellPart(layout.view, (view) => view.left.open);
  const right = useCellPart(layout.view, (view) => view.right.open);
  return useMemo(() => {
    const isShown = (panel: Panel) => {
      if (mode === "phone") return panel === chosen;
      if (panel === "chat") return true;
      if (panel === "events") return right;
      return mode === "tablet" ? chosen === "skills" : left;
    };
    const show = (panel: Panel) => {
      choose(panel);
      openSide(layout, mode, panel);
    };
    const toggle = (side: Side) => {
      const panel = side === "left" ? "skills" : "events";
      if (!isShown(panel)) return show(panel);
      choose("chat");
      if (side === "right" || mode === "desktop") layout.show(side, false);
    };
    return { mode, chosen, isShown, show, toggle };
  }, [layout, mode, chosen, left, right]);
}

function openSide(layout: PanelLayout, mode: LayoutMode, panel: Panel): void {
  if (panel === "chat" || mode === "phone") return;
  if (panel === "events") layout.show("right", true);
  else if (mode === "desktop") layout.show("left", true);
}
