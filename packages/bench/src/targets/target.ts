/** What a figure is held to. The numbers T1 to T16 are those of the project's plan; the rest has none. */
import type { FigureName } from "../figures.ts";

export interface Target {
  readonly id: string;
  readonly text: string;
  readonly scenario: string;
  readonly contender: string;
  readonly figure: FigureName;
  /** Compared with the raw server of the same round instead of as it is. */
  readonly isRatio?: boolean;
  readonly better: "less" | "more";
  readonly bound: number;
  readonly goal?: number;
  readonly unit: string;
}

export const less = { better: "less" } as const;
export const more = { better: "more" } as const;
export const ratio = { isRatio: true, unit: "× raw" } as const;

/** The default store is the durable one; both are held to it where both are measured. */
export const inBoth = (target: Omit<Target, "contender">): readonly Target[] =>
  ["memory", "sqlite"].map((contender) => ({
    ...target,
    contender,
    text: `${target.text} (${contender})`,
  }));

export const memory = { contender: "memory" } as const;
export const studio = { contender: "studio" } as const;
