import { useEffect, useState } from "react";

const TICK_MS = 1_000;

/** The time up to which open things last: the clock's while they are `open`, but never before the newest event. */
export function useNow(isOpen: boolean, newest: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  return isOpen ? Math.max(newest, now) : newest;
}
