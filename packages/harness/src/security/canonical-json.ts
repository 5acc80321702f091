/** One text and one digest for every value that is the same JSON (RFC 8785), and copies that nobody can change. */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** A value that has no canonical form: no JSON at all, NaN or infinite, a lone surrogate, a cycle. */
export class CanonicalJsonError extends Error {
  override readonly name = "CanonicalJsonError";
}

/**
 * The value as canonical JSON: keys in UTF-16 order, numbers as ECMAScript writes them (`-0` is `0`), no spaces.
 * Fields that are `undefined` count as absent. Throws `CanonicalJsonError` where there is no canonical form.
 */
export function canonicalJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = canonicalize(value);
  } catch (cause) {
    throw new CanonicalJsonError("The value has no canonical JSON.", { cause });
  }
  if (text === undefined) throw new CanonicalJsonError("The value is no JSON.");
  return text;
}

/** SHA-256 of the canonical JSON in UTF-8, in lowercase hex. Throws `CanonicalJsonError`. */
export function digestOf(value: unknown): string {
  return createHash("sha256")
    .update(canonicalJson(value), "utf8")
    .digest("hex");
}

/**
 * A deep copy of plain data that is frozen at every level; what was given stays as it is. Throws `DataCloneError` for
 * what is no data, such as a function.
 */
export function deepFreeze<T>(value: T): T {
  const copy = structuredClone(value);
  const open: unknown[] = [copy];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const child of Object.values(next)) {
      if (typeof child === "object" && child !== null) open.push(child);
    }
  }
  return copy;
}
