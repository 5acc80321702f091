/** Values of a row, checked: a database is a file that anyone may have written. */
export type SqliteRow = readonly unknown[];

export class RowError extends Error {
  override readonly name = "RowError";
}

/** A row as a statement gives it that returns arrays; none is an error too. */
export function rowOf(found: unknown): SqliteRow {
  if (Array.isArray(found)) return found as SqliteRow;
  throw new RowError("There is no such row.");
}

/** A whole number. */
export function integerAt(row: SqliteRow, index: number): number {
  const value = row[index];
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  throw new RowError(`Column ${index} is no whole number.`);
}

/** A text. */
export function textAt(row: SqliteRow, index: number): string {
  const value = row[index];
  if (typeof value === "string") return value;
  throw new RowError(`Column ${index} is no text.`);
}

/** A text, or undefined for NULL. */
export function optionalTextAt(
  row: SqliteRow,
  index: number,
): string | undefined {
  return row[index] === null ? undefined : textAt(row, index);
}

/** Bytes. */
export function bytesAt(row: SqliteRow, index: number): Uint8Array {
  const value = row[index];
  if (value instanceof Uint8Array) return value;
  throw new RowError(`Column ${index} holds no bytes.`);
}
