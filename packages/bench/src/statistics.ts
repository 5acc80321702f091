/** Figures of several rounds as one, and as ratios to the baseline of the same round. */
import type { FigureName } from "./figures.ts";
import type { Trial } from "./trial.ts";

/** Whose figures the others' are compared with: it runs first and last in each round. */
export const BASELINE = "raw";

/** The middle of some numbers, the mean of the two in the middle of an even count; undefined for none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) return undefined;
  return (lower + upper) / 2;
}

/** The value that this share of the sorted numbers does not exceed; undefined for none. */
export function percentile(
  values: readonly number[],
  share: number,
): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

export interface FigureOf {
  readonly scenario: string;
  readonly contender: string;
  readonly figure: FigureName;
}

/** The median of a figure over the rounds. */
export function figureOf(
  trials: readonly Trial[],
  of: FigureOf,
): number | undefined {
  return median(valuesOf(trials, of));
}

/** The median over the rounds of the ratio to the mean of that round's baselines. */
export function ratioOf(
  trials: readonly Trial[],
  { scenario, contender, figure }: FigureOf,
): number | undefined {
  const rounds = [...new Set(trials.map(({ round }) => round))];
  const ratios = rounds.flatMap((round) => {
    const ofRound = trials.filter((trial) => trial.round === round);
    const baseline = { scenario, contender: BASELINE, figure };
    const baselines = valuesOf(ofRound, baseline);
    const mean =
      baselines.reduce((sum, one) => sum + one, 0) / baselines.length;
    return valuesOf(ofRound, { scenario, contender, figure }).map(
      (value) => value / mean,
    );
  });
  return median(ratios);
}

/** How far the baselines of one round lie from their mean, as a share of it, in the worst round: how quiet it was. */
export function baselineSpread(
  trials: readonly Trial[],
  { scenario, figure }: Pick<FigureOf, "scenario" | "figure">,
): number | undefined {
  const rounds = [...new Set(trials.map(({ round }) => round))];
  const spreads = rounds.flatMap((round) => {
    const ofRound = trials.filter((trial) => trial.round === round);
    const of = { scenario, contender: BASELINE, figure };
    const baselines = valuesOf(ofRound, of);
    if (baselines.length < 2) return [];
    const [least, most] = [Math.min(...baselines), Math.max(...baselines)];
    return [(most - least) / (most + least)];
  });
  return spreads.length === 0 ? undefined : Math.max(...spreads);
}

function valuesOf(
  trials: readonly Trial[],
  { scenario, contender, figure }: FigureOf,
): number[] {
  return trials.flatMap((trial) => {
    const value = trial.figures?.[figure];
    const isAsked =
      trial.scenario === scenario && trial.contender === contender;
    return isAsked && value !== undefined ? [value] : [];
  });
}
