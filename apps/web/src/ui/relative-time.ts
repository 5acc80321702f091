const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago a time was, in a language; a date where that is more than a week. What lies ahead, by another clock, is now. */
export function relativeTime(
  locale: string,
  time: number,
  now: number,
): string {
  const ago = Math.max(0, now - time);
  const words = new Intl.RelativeTimeFormat(locale, {
    numeric: "auto",
    style: "short",
  });
  if (ago < MINUTE_MS) return words.format(0, "second");
  if (ago < HOUR_MS)
    return words.format(-Math.floor(ago / MINUTE_MS), "minute");
  if (ago < DAY_MS) return words.format(-Math.floor(ago / HOUR_MS), "hour");
  if (ago < 7 * DAY_MS) return words.format(-Math.floor(ago / DAY_MS), "day");
  return new Intl.DateTimeFormat(locale, { dateStyle: "short" }).format(time);
}

/** A time of the calendar and the clock, in a language. */
export function absoluteTime(locale: string, time: number): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: "short",
    timeStyle: "short",
  }).format(time);
}
