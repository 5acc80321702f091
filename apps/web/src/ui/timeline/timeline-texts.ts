/** What the timeline, the run view, replay and opened files say, with their figures, in one language. */
import { useMemo } from "react";
import type { ErrorCode, Locale } from "@agent-studio/shared";
import { fillIn } from "../../texts/catalogue.ts";
import type { TextValues } from "../../texts/catalogue.ts";
import { TIMELINE_CATALOGUES } from "../../texts/timeline-catalogue.ts";
import type { TimelineKey } from "../../texts/timeline-en.ts";
import { useToolTitle } from "../tool-title.ts";
import { useTexts } from "../text-context.tsx";

export interface TimelineTexts {
  readonly locale: Locale;
  readonly t: (key: TimelineKey, values?: TextValues) => string;
  readonly number: (value: number) => string;
  /** Milliseconds in the largest unit that stays exact enough: ms, s, or minutes and seconds. */
  readonly duration: (ms: number) => string;
  /** The time of day to the millisecond, and the date with it. */
  readonly timeOfDay: (time: number) => string;
  readonly dateAndTime: (time: number) => string;
  /** US dollars; null is a price that nobody knows. */
  readonly money: (costUsd: number | null) => string;
  /** The title that the lab gives a tool. */
  readonly tool: (name: string) => string;
  /** Why something did not work, to stand inside a sentence. */
  readonly reason: (code: ErrorCode) => string;
}

/** The texts in one language; `tool` names tools. */
export function timelineTextsIn(
  locale: Locale,
  names: {
    readonly tool: (name: string) => string;
    readonly error: (code: ErrorCode) => string;
  },
): TimelineTexts {
  const catalogue = TIMELINE_CATALOGUES[locale];
  const numbers = new Intl.NumberFormat(locale);
  const times = new Intl.DateTimeFormat(locale, TIME_OF_DAY);
  const dates = new Intl.DateTimeFormat(locale, {
    ...TIME_OF_DAY,
    year: "numeric",
    month: "short",
    day: "numeric",
  });
  const t = (key: TimelineKey, values?: TextValues) =>
    fillIn(catalogue[key], values);
  return {
    locale,
    t,
    tool: names.tool,
    number: (value) => numbers.format(value),
    duration: durationsIn(locale),
    timeOfDay: (time) => (Number.isNaN(time) ? "–" : times.format(time)),
    dateAndTime: (time) => (Number.isNaN(time) ? "–" : dates.format(time)),
    money: (costUsd) =>
      costUsd === null
        ? t("figures.unknown")
        : t("figures.dollars", { amount: dollars(costUsd) }),
    reason: (code) => names.error(code).replace(/[.。]$/, ""),
  };
}

const TIME_OF_DAY = {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hourCycle: "h23",
} as const;

function durationsIn(locale: Locale): (ms: number) => string {
  const unit = (name: string, digits: number) =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit: name,
      unitDisplay: "narrow",
      maximumFractionDigits: digits,
    });
  const milliseconds = unit("millisecond", 0);
  const seconds = unit("second", 2);
  const wholeSeconds = unit("second", 0);
  const minutes = unit("minute", 0);
  return (ms) => {
    if (ms < 1000) return milliseconds.format(ms);
    if (ms < 60_000) return seconds.format(ms / 1000);
    const whole = Math.floor(ms / 1000);
    return `${minutes.format(Math.floor(whole / 60))} ${wholeSeconds.format(whole % 60)}`;
  };
}

/** Small sums keep the digits that tell them from nothing. */
function dollars(costUsd: number): string {
  if (costUsd === 0) return "0";
  return costUsd < 0.01 ? costUsd.toPrecision(2) : costUsd.toFixed(4);
}

/** The texts in the language that is chosen, with the open session's tools. */
export function useTimelineTexts(): TimelineTexts {
  const { locale, error } = useTexts();
  const tool = useToolTitle();
  return useMemo(
    () => timelineTextsIn(locale, { tool, error }),
    [locale, tool, error],
  );
}
