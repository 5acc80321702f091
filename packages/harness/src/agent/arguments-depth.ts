/**
 * How deep data from a model may be nested. What is deeper could not be shown whole to the person who is asked, and
 * much deeper data overflows the stack of everything that walks it, JSON included.
 */
export const ARGS_DEPTH_LIMIT = 100;

/** What the model is told about it. */
export const TOO_DEEP = `The arguments are nested deeper than ${ARGS_DEPTH_LIMIT} levels. Write them flatter.`;

/** Without recursion, as the depth is what is not known yet. */
export function isDeeper(value: unknown, limit: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((item): unknown[] =>
      typeof item === "object" && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
