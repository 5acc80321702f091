/**
 * Which rows are on the page: the newest at once, older ones while nothing else is to do. Up to a limit all of them
 * are, so that the browser's own search finds everything; beyond it the oldest wait until someone scrolls up.
 */
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { ReadingPlace } from "../client/thread-memory.ts";
import type { ThreadRow } from "./thread-rows.ts";
import type { ThreadScroll } from "./thread-scroll.ts";

const FIRST_ROWS = 24;
const STEP_ROWS = 24;
const ROW_LIMIT = 240;
/** The same for long answers: so many characters, a call counting as some. */
const CHARACTER_LIMIT = 600_000;
const CALL_CHARACTERS = 600;
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
  const room = useMemo(() => roomFor(rows), [rows]);
  /** Where the reader was before rows came at the front. */
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
      setAsked(isFollowing && next > room + SLACK_ROWS ? room : next);
    }
  }

  const isFull = first === 0 || asked >= room;
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

/** How many rows, from the last one on, are good to have on the page. */
function roomFor(rows: readonly ThreadRow[]): number {
  let characters = 0;
  for (let count = 0; count < ROW_LIMIT; count += 1) {
    const row = rows[rows.length - 1 - count];
    if (row === undefined) return ROW_LIMIT;
    characters += weightOf(row);
    if (characters > CHARACTER_LIMIT) return Math.max(FIRST_ROWS, count);
  }
  return ROW_LIMIT;
}

function weightOf(row: ThreadRow): number {
  // Steps are folded: what is in them is not drawn.
  if (row.kind === "steps") return CALL_CHARACTERS;
  const { message } = row;
  if (message.role === "user") return message.text.length;
  return message.parts.reduce(
    (sum, part) =>
      sum + (part.kind === "text" ? part.text.length : CALL_CHARACTERS),
    0,
  );
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
