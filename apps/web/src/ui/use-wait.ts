import { useEffect, useState } from "react";

/** The whole seconds that are left of `ms`, counted from when `cause` became what it is; 0 when the wait is over. */
export function useWait(ms: number, cause: unknown): number {
  const [now, setNow] = useState(() => performance.now());
  const [wait, setWait] = useState({ cause, end: now + ms });
  // Another refusal asks for a wait of its own.
  if (wait.cause !== cause) setWait({ cause, end: performance.now() + ms });
  const left = Math.max(0, wait.end - now);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [isOver, wait]);
  return Math.ceil(left / 1000);
}
