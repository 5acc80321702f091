/** What was measured in one scenario, a contender a line, beside the baseline. */
import { FIGURES, formatNumber } from "./figures.ts";
import { markdownTable } from "./markdown-table.ts";
import type { Scenario } from "./scenario.ts";
import { BASELINE, baselineSpread, figureOf, ratioOf } from "./statistics.ts";
import { addDeliveries } from "./stream/order-check.ts";
import type { Delivery } from "./stream/order-check.ts";
import type { Trial } from "./trial.ts";

type Described = Pick<Scenario, "name" | "figures" | "ratio">;

export function scenarioTable(
  scenario: Described,
  trials: readonly Trial[],
): string {
  const { name, figures, ratio } = scenario;
  const own = trials.filter((trial) => trial.scenario === name);
  const contenders = [...new Set(own.map(({ contender }) => contender))];
  const isDelivered = own.some(({ delivery }) => delivery !== undefined);
  const columns = [
    { title: "contender" },
    ...figures.map((figure) => ({
      title: FIGURES[figure].title,
      isNumber: true,
    })),
    ...(ratio === undefined ? [] : [{ title: "× raw", isNumber: true }]),
    ...(isDelivered ? [{ title: "lost, repeated, out of order" }] : []),
  ];
  const rows = contenders.map((contender) => {
    const of = { scenario: name, contender };
    const trialsOf = own.filter((trial) => trial.contender === contender);
    return [
      contender,
      ...figures.map((figure) =>
        formatNumber(figureOf(own, { ...of, figure }), FIGURES[figure].digits),
      ),
      ...(ratio === undefined
        ? []
        : [ratioText(own, { ...of, figure: ratio })]),
      ...(isDelivered ? [faults(trialsOf)] : []),
    ];
  });
  return markdownTable(columns, rows);
}

function ratioText(
  trials: readonly Trial[],
  of: Parameters<typeof ratioOf>[1],
): string {
  if (of.contender !== BASELINE) return formatNumber(ratioOf(trials, of), 2);
  const spread = baselineSpread(trials, of);
  return spread === undefined ? "1" : `1 ± ${formatNumber(spread, 2)}`;
}

function faults(trials: readonly Trial[]): string {
  if (trials.some(({ error }) => error !== undefined)) return "gave up";
  const { lost, repeated, outOfOrder } = deliveryOf(trials);
  return lost + repeated + outOfOrder === 0
    ? "none"
    : `${lost}, ${repeated}, ${outOfOrder}`;
}

/** What went wrong in the delivery of some trials, together. */
export function deliveryOf(trials: readonly Trial[]): Delivery {
  return addDeliveries(
    trials.flatMap(({ delivery }) =>
      delivery === undefined ? [] : [delivery],
    ),
  );
}
