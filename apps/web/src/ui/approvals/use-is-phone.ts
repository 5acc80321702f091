import { useSyncExternalStore } from "react";

/** Screens of phones, and pages zoomed to as little room. */
const PHONE = "(max-width: 600px)";

/** Whether questions are shown as a sheet over the page. Follows the window. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(PHONE);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => window.matchMedia(PHONE).matches,
  );
}
