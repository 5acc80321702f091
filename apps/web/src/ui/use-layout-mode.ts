import { useSyncExternalStore } from "react";

/**
 * How much room there is: three panels beside each other, two with the left one as a drawer, or one at a time
 * behind tabs. The style sheet `layout.css` breaks at the same widths.
 */
export type LayoutMode = "desktop" | "tablet" | "phone";

const PHONE = "(max-width: 860px)";
const TABLET = "(max-width: 1180px)";

/** The mode of the window as it is now. */
export function useLayoutMode(): LayoutMode {
  return useSyncExternalStore(listen, currentMode);
}

function currentMode(): LayoutMode {
  if (matchMedia(PHONE).matches) return "phone";
  return matchMedia(TABLET).matches ? "tablet" : "desktop";
}

function listen(changed: () => void): () => void {
  const end = new AbortController();
  for (const query of [PHONE, TABLET]) {
    const options = { signal: end.signal };
    matchMedia(query).addEventListener("change", changed, options);
  }
  return () => end.abort();
}
