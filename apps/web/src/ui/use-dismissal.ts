import { useEffect, useEffectEvent } from "react";
import type { RefObject } from "react";

/** Closes what is open when someone presses Escape or goes elsewhere; Escape gives the focus back to its button. */
export function useDismissal(
  frame: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const end = new AbortController();
    const options = { signal: end.signal };
    const leave = (event: Event) => {
      const target = event.target instanceof Node ? event.target : null;
      // A dialog that was opened from here stands elsewhere on the page.
      if (frame.current?.contains(target) !== true) close();
    };
    document.addEventListener("pointerdown", leave, options);
    document.addEventListener("focusin", leave, options);
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        close();
        frame.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
      },
      options,
    );
    return () => end.abort();
  }, [frame, isOpen]);
}
