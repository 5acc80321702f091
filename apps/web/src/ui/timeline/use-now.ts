import { useEffect, useState } from "react";
import { useStudio } from "../studio-context.tsx";

const TICK_MS = 1_000;

/** The time up to which open things last: the server's while they are `open`, but never before the newest event. */
export function useNow(isOpen: boolean, newest: number): number {
  const { serverClock } = useStudio();
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => setNow(serverClock.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isOpen, serverClock]);
  return isOpen ? Math.max(newest, now) : newest;
}
