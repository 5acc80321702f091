/** A piece of work that several contenders do, one after the other, in fresh processes. */
import type { FigureName } from "./figures.ts";
import type { Children } from "./stream/remote-calls.ts";
import type { Reading } from "./trial.ts";

export interface TrialOptions<Contender extends string = string> {
  readonly contender: Contender;
  readonly children: Children;
  /** Small and short: shows that it works, and says nothing about speed. */
  readonly isQuick: boolean;
}

export interface Scenario<Contender extends string = string> {
  readonly name: string;
  readonly title: string;
  /** Measured in every round, in this order. */
  readonly contenders: readonly Contender[];
  /** Measured in the first round of a full run only. */
  readonly once?: readonly Contender[];
  /** What the table shows, in this order. */
  readonly figures: readonly FigureName[];
  /** The figure of which the table shows the ratio to the baseline. */
  readonly ratio?: FigureName;
  /** Most rounds; as many as the run has by default. */
  readonly rounds?: number;
  /** Shows all contenders in a quick run too. */
  readonly isShowcase?: boolean;
  /** Left out of a quick run. */
  readonly isSlow?: boolean;
  measure(options: TrialOptions<Contender>): Promise<Reading>;
}
