/** Which rows of a long list exist: rows have one height, so any length scrolls the same and no place ever moves. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

const OVERSCAN = 8;
/** Closer to the end than this many rows, the list follows what comes. */
const FOLLOW_ROWS = 1.5;

export interface RowWindow {
  readonly box: RefObject<HTMLDivElement | null>;
  /** Rows from here, up to and without `to`. */
  readonly from: number;
  readonly to: number;
  readonly rowHeight: number;
  /** Rows that fit into the box, at least one. */
  readonly page: number;
  readonly onScroll: () => void;
  /** Brings a row into sight. */
  readonly reveal: (place: number) => void;
}

export interface RowWindowOptions {
  readonly length: number;
  /** Of a row as it is when nothing is measured yet, in pixels. */
  readonly estimate: number;
  /** Name of a row, and the place of a name: what is in sight stays there when rows come or go above it. */
  readonly keyOf: (place: number) => number | undefined;
  readonly placeOf: (key: number) => number;
  /** Whether the list stays at its end while it grows. */
  readonly follows: boolean;
}

/** A window on a list whose rows have the class of the box's first `[data-row]`. */
export function useRowWindow(options: RowWindowOptions): RowWindow {
  const { length, estimate, keyOf, placeOf, follows } = options;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const anchor = useRef<{ key: number; offset: number } | null>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [rowHeight, setRowHeight] = useState(estimate);

  const look = () => {
    const element = box.current;
    if (element === null) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    const below = scrollHeight - scrollTop - clientHeight;
    isAtEnd.current = below < rowHeight * FOLLOW_ROWS;
    const first = Math.floor(scrollTop / rowHeight);
    const key = keyOf(first);
    anchor.current =
      key === undefined ? null : { key, offset: scrollTop - first * rowHeight };
    setView({ top: scrollTop, height: clientHeight });
  };

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (follows && isAtEnd.current) {
      element.scrollTop = element.scrollHeight;
    } else if (anchor.current !== null) {
      const { key, offset } = anchor.current;
      const top = Math.max(0, placeOf(key)) * rowHeight + offset;
      if (Math.abs(top - element.scrollTop) >= 1) element.scrollTop = top;
    }
  }, [length, placeOf, follows, rowHeight]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const row = element.querySelector("[data-row]");
      const height = row?.getBoundingClientRect().height ?? 0;
      if (height > 0) setRowHeight(height);
      setView({ top: element.scrollTop, height: element.clientHeight });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const from = Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN);
  const count = Math.ceil(view.height / rowHeight) + 2 * OVERSCAN;
  return {
    box,
    from: Math.min(from, Math.max(0, length - count)),
    to: Math.min(length, from + count),
    rowHeight,
    page: Math.max(1, Math.floor(view.height / rowHeight) - 1),
    onScroll: look,
    reveal: (place) => {
      if (box.current !== null) scrollTo(box.current, place, rowHeight);
    },
  };
}

function scrollTo(box: HTMLElement, place: number, rowHeight: number): void {
  const top = place * rowHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  const least = top + rowHeight - box.clientHeight;
  if (least > box.scrollTop) box.scrollTop = least;
}
