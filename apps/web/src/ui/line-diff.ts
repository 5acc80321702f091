export type DiffLine =
  | { readonly kind: "same" | "added" | "removed"; readonly text: string }
  /** Lines left out, since nothing changed in them. */
  | { readonly kind: "left"; readonly count: number };

/** Unchanged lines shown around a change. */
const CONTEXT = 3;
/** Pairs of lines that are compared at most; beyond it, all that is old stands before all that is new. */
const PAIR_LIMIT = 250_000;

/** Lines that were removed and added, with a few unchanged ones around them. Longest common subsequence, bounded. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const old = before.split("\n");
  const fresh = after.split("\n");
  let start = 0;
  while (
    start < Math.min(old.length, fresh.length) &&
    old[start] === fresh[start]
  )
    start += 1;
  let end = 0;
  const most = Math.min(old.length, fresh.length) - start;
  while (end < most && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const middle = changes(
    old.slice(start, old.length - end),
    fresh.slice(start, fresh.length - end),
  );
  const same = (text: string): DiffLine => ({ kind: "same", text });
  return shorten([
    ...old.slice(0, start).map(same),
    ...middle,
    ...old.slice(old.length - end).map(same),
  ]);
}

function changes(
  old: readonly string[],
  fresh: readonly string[],
): readonly DiffLine[] {
  if (old.length * fresh.length > PAIR_LIMIT) {
    return [
      ...old.map((text): DiffLine => ({ kind: "removed", text })),
      ...fresh.map((text): DiffLine => ({ kind: "added", text })),
    ];
  }
  const lengths = commonLengths(old, fresh);
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    const kind = stepAt({ old, fresh, lengths }, row, column);
    const text = (kind === "added" ? fresh[column] : old[row]) ?? "";
    lines.push({ kind, text });
    if (kind !== "added") row += 1;
    if (kind !== "removed") column += 1;
  }
  return lines;
}

interface Compared {
  readonly old: readonly string[];
  readonly fresh: readonly string[];
  readonly lengths: readonly (readonly number[])[];
}

/** Which way keeps most in common. */
function stepAt(
  { old, fresh, lengths }: Compared,
  row: number,
  column: number,
): "same" | "removed" | "added" {
  if (row >= old.length) return "added";
  if (column >= fresh.length) return "removed";
  if (old[row] === fresh[column]) return "same";
  const down = lengths[row + 1]?.[column] ?? 0;
  const across = lengths[row]?.[column + 1] ?? 0;
  return down >= across ? "removed" : "added";
}

/** For each pair of places, how many lines what follows them has in common. */
function commonLengths(
  old: readonly string[],
  fresh: readonly string[],
): readonly (readonly number[])[] {
  const table = Array.from({ length: old.length + 1 }, () =>
    new Array<number>(fresh.length + 1).fill(0),
  );
  for (let row = old.length - 1; row >= 0; row -= 1) {
    const here = table[row] ?? [];
    const below = table[row + 1] ?? [];
    for (let column = fresh.length - 1; column >= 0; column -= 1) {
      here[column] =
        old[row] === fresh[column]
          ? (below[column + 1] ?? 0) + 1
          : Math.max(below[column] ?? 0, here[column + 1] ?? 0);
    }
  }
  return table;
}

function shorten(lines: readonly DiffLine[]): readonly DiffLine[] {
  const shown: DiffLine[] = [];
  let skipped = 0;
  const flush = () => {
    if (skipped > 0) shown.push({ kind: "left", count: skipped });
    skipped = 0;
  };
  lines.forEach((line, index) => {
    const near = lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1);
    if (line.kind === "same" && near.every(({ kind }) => kind === "same")) {
      skipped += 1;
      return;
    }
    flush();
    shown.push(line);
  });
  flush();
  return shown;
}
