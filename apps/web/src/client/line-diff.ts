/**
 * Which lines two texts share: the shortest edit script of E. W. Myers, "An O(ND) Difference Algorithm and Its
 * Variations" (1986), over what is left between their common beginning and end.
 */
export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Lines that may differ before everything between is shown as removed and added: the script's cost grows with their square. */
const MOST_EDITS = 500;

/** The lines of both texts in one order: those removed and kept give `before`, those kept and added give `after`. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const from = before.split("\n");
  const to = after.split("\n");
  const head = commonLength(from, to, (lines, index) => lines[index]);
  const tail = commonLength(from.slice(head), to.slice(head), (lines, index) =>
    lines.at(-1 - index),
  );
  const removed = from.slice(head, from.length - tail);
  const added = to.slice(head, to.length - tail);
  return [
    ...from.slice(0, head).map(same),
    ...(middle(removed, added) ?? [
      ...removed.map((text) => ({ kind: "removed" as const, text })),
      ...added.map((text) => ({ kind: "added" as const, text })),
    ]),
    ...from.slice(from.length - tail).map(same),
  ];
}

function same(text: string): DiffLine {
  return { kind: "same", text };
}

function commonLength(
  from: readonly string[],
  to: readonly string[],
  at: (lines: readonly string[], index: number) => string | undefined,
): number {
  const most = Math.min(from.length, to.length);
  let length = 0;
  while (length < most && at(from, length) === at(to, length)) length += 1;
  return length;
}

type Furthest = ReadonlyMap<number, number>;

/** The shortest script, found edit by edit; undefined when it takes too many. */
function middle(
  from: readonly string[],
  to: readonly string[],
): readonly DiffLine[] | undefined {
  /** Before each edit: how far along `from` each diagonal was reached. */
  const steps: Furthest[] = [];
  let furthest: Furthest = new Map([[1, 0]]);
  const most = Math.min(from.length + to.length, MOST_EDITS);
  for (let edits = 0; edits <= most; edits += 1) {
    steps.push(furthest);
    const next = new Map(furthest);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const previous = cameFrom(furthest, diagonal, edits);
      const start = furthest.get(previous) ?? 0;
      let x = previous > diagonal ? start : start + 1;
      while (x < from.length && x - diagonal < to.length) {
        if (from[x] !== to[x - diagonal]) break;
        x += 1;
      }
      next.set(diagonal, x);
      if (x >= from.length && x - diagonal >= to.length) {
        return walkBack(steps, from, to);
      }
    }
    furthest = next;
  }
  return undefined;
}

/** The diagonal from which one edit more leads furthest along this one: above it by an added line, below it by a removed one. */
function cameFrom(furthest: Furthest, diagonal: number, edits: number): number {
  const below = furthest.get(diagonal - 1) ?? -1;
  const above = furthest.get(diagonal + 1) ?? -1;
  const isAdded = diagonal === -edits || (diagonal !== edits && below < above);
  return isAdded ? diagonal + 1 : diagonal - 1;
}

function walkBack(
  steps: readonly Furthest[],
  from: readonly string[],
  to: readonly string[],
): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let x = from.length;
  let y = to.length;
  for (const [edits, furthest] of [...steps.entries()].reverse()) {
    const previous = cameFrom(furthest, x - y, edits);
    const startX = edits === 0 ? 0 : (furthest.get(previous) ?? 0);
    const startY = edits === 0 ? 0 : startX - previous;
    while (x > startX && y > startY) {
      x -= 1;
      y -= 1;
      lines.push(same(from[x] ?? ""));
    }
    if (edits === 0) break;
    const isAdded = x === startX;
    lines.push(
      isAdded
        ? { kind: "added", text: to[startY] ?? "" }
        : { kind: "removed", text: from[startX] ?? "" },
    );
    x = startX;
    y = startY;
  }
  return lines.reverse();
}

/** A stretch of a difference, or so many lines that are the same and far from any change. */
export type DiffStretch =
  | { readonly kind: "lines"; readonly lines: readonly DiffLine[] }
  | { readonly kind: "skipped"; readonly count: number };

/** A difference with what is far from every change left out. */
export function foldSame(
  lines: readonly DiffLine[],
  context: number,
): readonly DiffStretch[] {
  const isNear = nearChanges(lines, context);
  const stretches: DiffStretch[] = [];
  let from = 0;
  while (from < lines.length) {
    let to = from;
    while (to < lines.length && isNear[to] === isNear[from]) to += 1;
    stretches.push(
      isNear[from] === true
        ? { kind: "lines", lines: lines.slice(from, to) }
        : { kind: "skipped", count: to - from },
    );
    from = to;
  }
  return stretches;
}

function nearChanges(
  lines: readonly DiffLine[],
  context: number,
): readonly boolean[] {
  const near = lines.map(() => false);
  lines.forEach(({ kind }, index) => {
    if (kind === "same") return;
    near.fill(true, Math.max(0, index - context), index + context + 1);
  });
  return near;
}
