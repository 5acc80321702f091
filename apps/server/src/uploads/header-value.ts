/** A header value with parameters, as RFC 2045 and RFC 6266 write it: `form-data; name="file"`. */
export interface HeaderValue {
  /** In lower case. */
  readonly value: string;
  /** By lower-case name, as they stand there; quotes are gone. */
  readonly parameters: ReadonlyMap<string, string>;
}

const VALUE = /^[^;"]*(?=;|$)/;
/**
 * One parameter, or none between two semicolons. In quotes, a backslash only escapes a quote or itself, since browsers
 * write Windows paths as they are. No text matches in two ways, so that none takes long.
 */
const PARAMETER =
  /;[ \t]*(?:([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:\\["\\]|[^"\\]|\\(?!["\\]))*)"|([^\s;"]*))[ \t]*(?=;|$))?/y;

/** Undefined when it can't be read, or when a parameter is there twice: readers would disagree on what it says. */
export function parseHeaderValue(text: string): HeaderValue | undefined {
  const head = VALUE.exec(text)?.[0];
  if (head === undefined) return undefined;
  const parameters = new Map<string, string>();
  let at = head.length;
  while (at < text.length) {
    PARAMETER.lastIndex = at;
    const found = PARAMETER.exec(text);
    if (found === null) return undefined;
    at = PARAMETER.lastIndex;
    const [, name, quoted, token = ""] = found;
    if (name === undefined) continue;
    const key = name.toLowerCase();
    if (parameters.has(key)) return undefined;
    parameters.set(key, quoted?.replace(/\\(["\\])/g, "$1") ?? token);
  }
  return { value: head.trim().toLowerCase(), parameters };
}
