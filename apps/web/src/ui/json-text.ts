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
    // It answers undefined for a function and for undefined itself, whatever its type says.
    return String(JSON.stringify(value, null, 2));
  } catch {
    return String(value);
  }
}
