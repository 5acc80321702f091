/** What the page knows about being looked at: visibility, network and use. */
export interface PagePresence {
  isHidden(): boolean;
  /** Whether the browser believes that it has a network. */
  isOnline(): boolean;
  /** `visible` and `hidden` as the tab is shown or not or goes away, `focused` with the window, `online` and `offline` with the network, `used` on focus, pointer and key. */
  listen(notice: (what: PresenceNotice) => void): () => void;
}

export type PresenceNotice =
  "visible" | "hidden" | "focused" | "online" | "offline" | "used";

/** The presence of the page that runs this. */
export function createPagePresence(
  page: Document,
  frame: Window,
): PagePresence {
  return {
    isHidden: () => page.visibilityState === "hidden",
    isOnline: () => frame.navigator.onLine,
    listen(notice) {
      const end = new AbortController();
      const options = { signal: end.signal, passive: true, capture: true };
      const used = () => notice("used");
      page.addEventListener(
        "visibilitychange",
        () => notice(page.visibilityState === "hidden" ? "hidden" : "visible"),
        options,
      );
      frame.addEventListener("pagehide", () => notice("hidden"), options);
      frame.addEventListener(
        "focus",
        (event) => {
          if (event.target === frame) notice("focused");
        },
        options,
      );
      frame.addEventListener("online", () => notice("online"), options);
      frame.addEventListener("offline", () => notice("offline"), options);
      // A page that comes back from the back-forward cache has lost its stream silently.
      frame.addEventListener(
        "pageshow",
        (event) => {
          if (event.persisted) notice("visible");
        },
        options,
      );
      for (const type of ["focus", "pointerdown", "keydown"]) {
        frame.addEventListener(type, used, options);
      }
      return () => end.abort();
    },
  };
}
