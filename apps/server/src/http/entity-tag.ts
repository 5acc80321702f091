/** Whether an `If-None-Match` header names a strong tag, by the weak comparison that it asks for (RFC 9110, 13.1.2). */
export function namesEntityTag(
  header: string | undefined,
  tag: string,
): boolean {
  if (header === undefined) return false;
  return header
    .split(",")
    .map((candidate) => candidate.trim().replace(/^W\//, ""))
    .some((candidate) => candidate === tag || candidate === "*");
}
