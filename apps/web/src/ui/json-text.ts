export interface LimitedText {
  readonly text: string;
  /** Characters of the whole. */
  readonly total: number;
  readonly cut: boolean;
}

/** Any value as indented JSON, cut at `limit` characters; what JSON can't say becomes a string of it. */
export function jsonText(value: unknown, limit: number): LimitedText {
  const whole = stringify(value);
  return {
    text: whole.slice(0, limit),
    total: whole.length,
    cut: whole.length > limit,
  };
}

function stringify(value: unknown): string {
  try {
    const text: unknown = JSON.stringify(value, null, 2);
    // Whatever its type says: a function and undefined have no JSON.
    return typeof text === "string" ? text : String(value);
  } catch {
    return String(value);
  }
}
