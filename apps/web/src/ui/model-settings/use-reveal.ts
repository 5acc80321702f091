import { useEffect, useState } from "react";

/** How long a secret stays readable, in milliseconds. */
export const REVEAL_MS = 10_000;

export interface Reveal {
  readonly isShown: boolean;
  readonly toggle: () => void;
}

/** Shows a secret for a short while: it hides again by itself, and when the page is no longer looked at. */
export function useReveal(): Reveal {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const hide = () => setShown(false);
    const timer = setTimeout(hide, REVEAL_MS);
    window.addEventListener("blur", hide);
    document.addEventListener("visibilitychange", hide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("blur", hide);
      document.removeEventListener("visibilitychange", hide);
    };
  }, [isShown]);
  return { isShown, toggle: () => setShown((before) => !before) };
}
