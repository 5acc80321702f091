/** The JSON object that a request carries; an empty one where it carries nothing. */
export function bodyOf(init: RequestInit): Record<string, unknown> {
  if (typeof init.body !== "string") return {};
  const value: unknown = JSON.parse(init.body);
  return typeof value === "object" && value !== null ? { ...value } : {};
}
