import { useSyncExternalStore } from "react";
import type { ReadableCell } from "../client/cell.ts";

/** The value of a cell; the component renders again when it changes. */
export function useCell<T>(cell: ReadableCell<T>): T {
  return useSyncExternalStore(cell.subscribe, cell.get);
}

/** A part of a cell's value. `pick` answers the same thing for the same value: a primitive or something held by it. */
export function useCellPart<T, P>(
  cell: ReadableCell<T>,
  pick: (value: T) => P,
): P {
  return useSyncExternalStore(cell.subscribe, () => pick(cell.get()));
}
