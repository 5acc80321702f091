/** Whether a target is met. */
import { FIGURES, formatNumber } from "./figures.ts";
import { markdownTable } from "./markdown-table.ts";
import { deliveryOf } from "./scenario-table.ts";
import { figureOf, ratioOf } from "./statistics.ts";
import type { Target } from "./targets/target.ts";
import type { Trial } from "./trial.ts";

export type Verdict = "goal met" | "met" | "missed" | "not measured";

/** The contenders whose delivery is promised; the others' is told in their tables. */
const PROMISED = new Set(["memory", "sqlite"]);
const RATIO_DIGITS = 2;

export function valueFor(
  target: Target,
  trials: readonly Trial[],
): number | undefined {
  return target.isRatio === true
    ? ratioOf(trials, target)
    : figureOf(trials, target);
}

export function judge(
  { better, bound, goal }: Pick<Target, "better" | "bound" | "goal">,
  value: number | undefined,
): Verdict {
  if (value === undefined) return "not measured";
  const reaches = (limit: number): boolean =>
    better === "less" ? value <= limit : value >= limit;
  if (!reaches(bound)) return "missed";
  return goal !== undefined && reaches(goal) ? "goal met" : "met";
}

/** Every target with what was measured. */
export function targetTable(
  targets: readonly Target[],
  trials: readonly Trial[],
): string {
  const columns = [
    { title: "" },
    { title: "target" },
    { title: "measured", isNumber: true },
    { title: "bound", isNumber: true },
    { title: "goal", isNumber: true },
    { title: "verdict" },
  ];
  const rows = targets.map((target) => {
    const { id, text, figure, isRatio = false, bound, goal, unit } = target;
    const value = valueFor(target, trials);
    const digits = isRatio ? RATIO_DIGITS : FIGURES[figure].digits;
    const limit = (number: number): string =>
      `${target.better === "less" ? "≤" : "≥"} ${number.toLocaleString("en-US")}`;
    return [
      id,
      text,
      value === undefined ? "–" : `${formatNumber(value, digits)} ${unit}`,
      `${limit(bound)} ${unit}`,
      goal === undefined ? "" : limit(goal),
      judge(target, value),
    ];
  });
  return markdownTable(columns, [deliveryRow(trials), ...rows]);
}

function deliveryRow(trials: readonly Trial[]): readonly string[] {
  const own = trials.filter(
    ({ contender, delivery }) =>
      PROMISED.has(contender) && delivery !== undefined,
  );
  const { lost, repeated, outOfOrder } = deliveryOf(own);
  const value = own.length === 0 ? undefined : lost + repeated + outOfOrder;
  return [
    "T1",
    "lost, repeated or out of order, in all scenarios",
    value === undefined ? "–" : `${formatNumber(value, 0)} events`,
    "≤ 0 events",
    "",
    judge({ better: "less", bound: 0 }, value),
  ];
}
