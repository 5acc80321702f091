import { useEffect, useState } from "react";
import { Clock } from "lucide-react";
import { useStudio } from "../studio-context.tsx";
import { useApprovalTexts } from "./use-approval-texts.ts";

const TICK_MS = 1_000;
const WARNING_MS = 60_000;

/**
 * About how long there is to decide, by the server's clock, which is the one that decides. The seconds are not
 * read out; that the end is near is said once.
 */
export function TimeLeft(props: {
  readonly expiresAt: string;
  readonly title: string;
}) {
  const a = useApprovalTexts();
  const { serverClock } = useStudio();
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [serverClock]);
  const leftMs = Date.parse(props.expiresAt) - now;
  const isNear = leftMs <= WARNING_MS;
  return (
    <p className="time-left" data-near={isNear}>
      <Clock aria-hidden className="inline-icon" />
      <span role="timer">
        {leftMs <= 0
          ? a("timeUp")
          : a("timeLeft", { time: minutesAndSeconds(leftMs) })}
      </span>
      <span role="status" className="visually-hidden">
        {isNear && leftMs > 0 && a("timeWarning", { tool: props.title })}
      </span>
    </p>
  );
}

/** Milliseconds as `m:ss`, never less than the second that has begun. */
export function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
