import { useCallback, useLayoutEffect, useState } from "react";

export interface ReadToEnd {
  /** What scrolls. */
  readonly attachBox: (element: HTMLElement | null) => void;
  /** What is as high as there is to read. */
  readonly attachContent: (element: HTMLElement | null) => void;
  /** So much higher than the screen that it scrolls in its box. */
  readonly isLong: boolean;
  /** Nothing of it can have stayed out of sight: it was scrolled to its end, or has its full height. */
  readonly isRead: boolean;
  readonly goToEnd: () => void;
}

/**
 * What is a little longer than a screen is shown at its full height: whoever gets to the buttons below has passed
 * its end, and one scrollbar is better than two.
 */
const SCREENS = 1.5;
/** Fractions of a pixel, at any zoom. */
const TOLERANCE_PX = 2;

/** Whether a text was read to its end. Looked at again whenever the window or the text changes its size. */
export function useReadToEnd(): ReadToEnd {
  const [box, attachBox] = useState<HTMLElement | null>(null);
  const [content, attachContent] = useState<HTMLElement | null>(null);
  const isLong = useIsLong(content);
  const [wasAtEnd, setAtEnd] = useState(false);
  useLayoutEffect(() => {
    if (box === null) return undefined;
    const look = () => {
      const left = box.scrollHeight - box.clientHeight - box.scrollTop;
      if (isLong === true && left <= TOLERANCE_PX) setAtEnd(true);
    };
    box.addEventListener("scroll", look, { passive: true });
    return () => box.removeEventListener("scroll", look);
  }, [box, isLong]);
  const goToEnd = useCallback(() => {
    box?.scrollTo({ top: box.scrollHeight, behavior: "instant" });
    box?.focus({ preventScroll: true });
  }, [box]);
  return {
    attachBox,
    attachContent,
    isLong: isLong === true,
    isRead: isLong === false || wasAtEnd,
    goToEnd,
  };
}

/** Whether something is that much higher than the screen; undefined while it is not shown and has no height. */
function useIsLong(content: HTMLElement | null): boolean | undefined {
  const [isLong, setLong] = useState<boolean>();
  useLayoutEffect(() => {
    if (content === null) return undefined;
    const measure = () => {
      const height = content.offsetHeight;
      if (height > 0) setLong(height > window.innerHeight * SCREENS);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(content);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [content]);
  return isLong;
}
