import { useCallback, useEffect, useEffectEvent } from "react";
import type { Panel } from "../client/reveals.ts";
import { findPlace, goTo } from "./find-place.ts";
import { useSession } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useCell } from "./use-cell.ts";

/** Takes a person to a place of the open session, by its panel and `placeId`. */
export function useReveal(): (panel: Panel, elementId: string) => void {
  const { reveals } = useStudio();
  const { sessionId } = useSession();
  return useCallback(
    (panel, elementId) => reveals.ask({ sessionId, panel, elementId }),
    [reveals, sessionId],
  );
}

/** Meets what is wanted of the open session, for whoever can show a panel. */
export function useRevealing(showPanel: (panel: Panel) => void): void {
  const { reveals } = useStudio();
  const { sessionId } = useSession();
  const wanted = useCell(reveals.wanted);
  const show = useEffectEvent(showPanel);
  useEffect(() => {
    if (wanted?.sessionId !== sessionId) return undefined;
    show(wanted.panel);
    return findPlace(wanted.elementId, (element) => {
      reveals.settle(wanted);
      // What shows the panel is drawn first: nothing hidden takes the focus.
      if (element !== null) requestAnimationFrame(() => goTo(element));
    });
  }, [wanted, reveals, sessionId]);
}
