/** Reading JSON that a provider sent: nothing of its shape is taken for granted. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object at a key; undefined when there is none. */
export function recordAt(
  value: JsonRecord,
  key: string,
): JsonRecord | undefined {
  const found = value[key];
  return isRecord(found) ? found : undefined;
}

/** The text at a key; undefined when it is no text or empty. */
export function textAt(value: JsonRecord, key: string): string | undefined {
  const found = value[key];
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** The number at a key. */
export function numberAt(value: JsonRecord, key: string): number | undefined {
  const found = value[key];
  return typeof found === "number" && Number.isFinite(found)
    ? found
    : undefined;
}

/** The objects of the array at a key; empty when there is no array. */
export function recordsAt(
  value: JsonRecord,
  key: string,
): readonly JsonRecord[] {
  const found = value[key];
  return Array.isArray(found) ? found.filter(isRecord) : [];
}

/** The parsed text; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
