/**
 * Which rows are on the page: the newest at once, older ones while nothing else is to do. Up to a limit all of them
 * are, so that the browser's own search finds everything; beyond it the oldest wait until someone scrolls up.
 */
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { ReadingPlace } from "../client/thread-memory.ts";
import type { ThreadRow } from "./thread-rows.ts";
import type { ThreadScroll } from "./thread-scroll.ts";

const FIRST_ROWS = 24;
const STEP_ROWS = 24;
export const ROW_LIMIT = 500;
/** Rows over the limit are taken away in pieces, not one by one. */
const SLACK_ROWS = 50;

export interface RowWindow {
  /** Index of the first row on the page. */
  readonly first: number;
  readonly showEarlier: () => void;
}

export interface RowWindowOptions {
  readonly rows: readonly ThreadRow[];
  readonly scroll: ThreadScroll | null;
  /** A row that has to be there, by its index; -1 for none. */
  readonly needed: number;
}

/** The window over the rows; what a person reads stays where it is when rows come before it. */
export function useRowWindow(options: RowWindowOptions): RowWindow {
  const { rows, scroll, needed } = options;
  const [asked, setAsked] = useState(FIRST_ROWS);
  /** Rows counted from the front that were taken away for good room; grows only while the end is followed. */
  const kept = useRef<ReadingPlace | null>(null);
  const first = firstRow(rows.length, asked, needed);

  const grow = useCallback(
    (by: number) => {
      kept.current = scroll?.place() ?? null;
      setAsked((before) => before + by);
    },
    [scroll],
  );
  useLayoutEffect(() => {
    if (kept.current !== null) scroll?.restore(kept.current);
    kept.current = null;
  }, [asked, scroll]);

  // A row that is added must push none away at the front while someone reads there.
  const [length, setLength] = useState(rows.length);
  if (length !== rows.length) {
    setLength(rows.length);
    const added = rows.length - length;
    const isFollowing = scroll?.following.get() ?? true;
    if (length > 0 && added > 0) {
      const next = asked + added;
      const trimmed = isFollowing && next > ROW_LIMIT + SLACK_ROWS;
      setAsked(trimmed ? ROW_LIMIT : next);
    }
  }

  const isFull = first === 0 || asked >= ROW_LIMIT;
  useEffect(() => {
    if (isFull) return;
    return whenIdle(() => grow(STEP_ROWS));
  }, [isFull, asked, grow]);
  return { first, showEarlier: () => grow(STEP_ROWS * 4) };
}

function firstRow(count: number, asked: number, needed: number): number {
  const first = Math.max(0, count - asked);
  return needed === -1 ? first : Math.max(0, Math.min(first, needed - 2));
}

/** Calls back when the browser has nothing better to do; Safari has no such notice and gets a short timer. */
function whenIdle(call: () => void): () => void {
  if (typeof window.requestIdleCallback !== "function") {
    const timer = window.setTimeout(call, 50);
    return () => window.clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(() => call(), { timeout: 1_000 });
  return () => window.cancelIdleCallback(handle);
}
