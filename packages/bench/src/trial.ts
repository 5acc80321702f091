/** One measurement of one contender. */
import type { Figures } from "./figures.ts";
import type { Delivery } from "./stream/order-check.ts";

export interface Reading {
  readonly figures: Figures;
  /** Where something is delivered: whether it was, on every watcher. */
  readonly delivery?: Delivery;
}

export interface Trial extends Partial<Reading> {
  readonly scenario: string;
  readonly contender: string;
  readonly round: number;
  /** Why there is no reading. */
  readonly error?: string;
}
