import { useState } from "react";

interface Identified {
  readonly sessionId: string;
}

/** The rows in the order in which they stood, new ones first. */
export function steadyOrder<T extends Identified>(
  before: readonly string[],
  rows: readonly T[],
): readonly T[] {
  const places = new Map(before.map((id, index) => [id, index]));
  const placeOf = ({ sessionId }: T) => places.get(sessionId) ?? -1;
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Rows that keep their places while someone points at one or has the focus in one, so that none slips away. */
export function useSteadyOrder<T extends Identified>(
  rows: readonly T[],
  isHeld: boolean,
): readonly T[] {
  const [order, setOrder] = useState<readonly string[]>([]);
  const shown = isHeld ? steadyOrder(order, rows) : rows;
  const ids = shown.map(({ sessionId }) => sessionId);
  if (ids.join() !== order.join()) setOrder(ids);
  return shown;
}
