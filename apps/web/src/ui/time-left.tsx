import { useEffect, useState } from "react";
import { useTexts } from "./text-context.tsx";

const TICK_MS = 1_000;

/** About how long there is to decide. The server's clock decides, so this is advice. */
export function TimeLeft({ expiresAt }: { readonly expiresAt: string }) {
  const { t } = useTexts();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const leftMs = Date.parse(expiresAt) - now;
  return (
    <p className="note">
      {leftMs <= 0
        ? t("approval.timeUp")
        : t("approval.timeLeft", { time: minutesAndSeconds(leftMs) })}
    </p>
  );
}

/** Milliseconds as `m:ss`, never less than the second that has begun. */
export function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
