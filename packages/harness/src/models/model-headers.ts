/** Extra headers that a connection may send: none that carry framing or say who asks. */

const FORBIDDEN: ReadonlySet<string> = new Set([
  "accept-encoding",
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "cookie2",
  "date",
  "expect",
  "forwarded",
  "host",
  "keep-alive",
  "origin",
  "referer",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
  "x-api-key",
  "x-real-ip",
]);
const FORBIDDEN_PREFIXES = ["proxy-", "sec-", "x-forwarded-", ":"];
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// Visible characters, spaces and tabs: what a field value may hold (RFC 9110, section 5.5), without obsolete bytes.
const VALUE = /^[\t\x20-\x7e]*$/;
const HEADERS_LIMIT = 20;

/** A sentence about the first header that may not be sent; undefined when all may. */
export function modelHeadersProblem(
  headers: Readonly<Record<string, string>> | undefined,
): string | undefined {
  const entries = Object.entries(headers ?? {});
  if (entries.length > HEADERS_LIMIT)
    return `At most ${HEADERS_LIMIT} extra headers can be sent. Remove some.`;
  for (const [name, value] of entries) {
    if (!NAME.test(name))
      return "The name of an extra header holds characters that no header may have.";
    if (isForbidden(name.toLowerCase()))
      return `The header ${name} can't be set here: it carries framing or says who asks. Remove it; a key belongs into the key field.`;
    if (!VALUE.test(value))
      return `The value of the header ${name} holds a line break or characters that no header may have.`;
  }
  const names = entries.map(([name]) => name.toLowerCase());
  return new Set(names).size < names.length
    ? "An extra header is given twice. Keep one of them."
    : undefined;
}

function isForbidden(name: string): boolean {
  return (
    FORBIDDEN.has(name) ||
    FORBIDDEN_PREFIXES.some((prefix) => name.startsWith(prefix))
  );
}
