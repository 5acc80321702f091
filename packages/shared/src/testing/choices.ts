/** Decisions read from a tape of numbers. Past its end every choice is the first option, so a short tape gives a simple story. */
export interface Choices {
  readonly isOver: boolean;
  /** A whole number below `options`; 0 at the end of the tape. */
  below(options: number): number;
  /** One of the options; the first at the end of the tape. */
  one<const T>(options: readonly [T, ...T[]]): T;
  /** True once in `times` on average; false at the end of the tape. */
  seldom(times: number): boolean;
}

/** Choices that follow a tape. The same tape gives the same choices. */
export function createChoices(tape: readonly number[]): Choices {
  let position = 0;
  const below = (options: number): number => {
    const value = tape[position] ?? 0;
    position += 1;
    return value % options;
  };
  return {
    get isOver() {
      return position >= tape.length;
    },
    below,
    one: (options) => options[below(options.length)] ?? options[0],
    seldom: (times) => below(times) === times - 1,
  };
}
