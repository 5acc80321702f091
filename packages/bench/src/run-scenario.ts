/** Measures a scenario: its contenders in turn, the baseline first and last, as often as asked. */
import type { Scenario } from "./scenario.ts";
import { BASELINE } from "./statistics.ts";
import type { Children } from "./stream/remote-calls.ts";
import type { Trial } from "./trial.ts";

/** When a contender is given up, in milliseconds. */
const LIMIT_MS = 90_000;

export interface RunScenarioOptions {
  readonly children: Children;
  readonly isQuick: boolean;
  readonly rounds: number;
  /** Only these contenders; all by default. */
  readonly only?: ReadonlySet<string>;
  readonly onTrial: (trial: Trial) => void;
}

export async function runScenario<Contender extends string>(
  scenario: Scenario<Contender>,
  options: RunScenarioOptions,
): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  const rounds = Math.min(options.rounds, scenario.rounds ?? options.rounds);
  for (let round = 1; round <= rounds; round += 1) {
    for (const contender of orderOf(scenario, round, options.isQuick)) {
      if (options.only?.has(contender) === false) continue;
      const trial = await tryOnce(scenario, contender, round, options);
      trials.push(trial);
      options.onTrial(trial);
    }
  }
  return trials;
}

/** Who is measured in a round, in order. */
export function orderOf<Contender extends string>(
  scenario: Pick<Scenario<Contender>, "contenders" | "once" | "isShowcase">,
  round: number,
  isQuick: boolean,
): readonly Contender[] {
  const { contenders, once = [], isShowcase = false } = scenario;
  const withAll = round === 1 && (!isQuick || isShowcase);
  const all = withAll ? [...contenders, ...once] : contenders;
  return [...all, ...contenders.filter((name) => name === BASELINE)];
}

async function tryOnce<Contender extends string>(
  scenario: Scenario<Contender>,
  contender: Contender,
  round: number,
  { children, isQuick }: RunScenarioOptions,
): Promise<Trial> {
  const trial = { scenario: scenario.name, contender, round };
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => limit.reject(new Error(`It took over ${LIMIT_MS / 1000} s.`)),
    LIMIT_MS,
  );
  try {
    const measured = scenario.measure({ contender, children, isQuick });
    measured.catch(() => undefined);
    return { ...trial, ...(await Promise.race([measured, limit.promise])) };
  } catch (error) {
    children.killAll();
    return { ...trial, error: String(error) };
  } finally {
    clearTimeout(timer);
  }
}
