import { useEffect, useState } from "react";
import { useTexts } from "./text-context.tsx";
import { useThreadTexts } from "./use-thread-texts.ts";

const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** Says milliseconds as people do: 320 ms, 3.2 s, 2 min 5 s. */
export function useDuration(): (ms: number) => string {
  const { number } = useTexts();
  const tt = useThreadTexts();
  return (ms) => {
    if (ms < SECOND_MS) return tt("time.ms", { ms: number(Math.round(ms)) });
    const seconds = ms / SECOND_MS;
    if (seconds < MINUTE_S) {
      return tt("time.s", { s: number(Math.round(seconds * 10) / 10) });
    }
    const whole = Math.round(seconds);
    return tt("time.min", {
      min: number(Math.floor(whole / MINUTE_S)),
      s: number(whole % MINUTE_S),
    });
  };
}

/** Seconds since a moment of the server, counted on; a clock that is behind counts from now. */
export function ElapsedTime({ since }: { readonly since: string }) {
  const duration = useDuration();
  const seconds = useSeconds(since);
  return duration(seconds * SECOND_MS);
}

function useSeconds(since: string): number {
  const [from] = useState(() => Math.min(Date.parse(since), Date.now()));
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - from) / SECOND_MS));
}

/** Whole seconds that are left of a wait, counted down; at most as long as the wait is from the moment it is first seen. */
export function useSecondsLeft(at: string, delayMs: number): number {
  const [end] = useState(() => {
    const planned = Date.parse(at) + delayMs;
    const latest = Date.now() + delayMs;
    return Math.min(Number.isNaN(planned) ? latest : planned, latest);
  });
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS / 2);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((end - now) / SECOND_MS));
}
