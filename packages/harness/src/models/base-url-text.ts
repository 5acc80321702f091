/** What can only be seen in the text of an address, before a parser repairs it. */
import type { BaseUrlReason } from "@agent-studio/shared";

export const MAX_BASE_URL_CHARACTERS = 2048;

/** Backslashes, spaces, control and invisible characters, lone surrogates: parsers drop, trim or repair them. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u;
const SCHEME = /^[a-z][a-z0-9+.-]*(?=:)/i;
const AUTHORITY_AND_PATH = /^https?:\/\/([^/?#]+)([^?#]*)/i;
const DECODING_ROUNDS = 4;

/** Why the text is refused; undefined when a parser may have it. */
export function baseUrlTextProblem(raw: string): BaseUrlReason | undefined {
  if (raw.length > MAX_BASE_URL_CHARACTERS) return "too_long";
  if (FORBIDDEN.test(raw)) return "forbidden_character";
  const scheme = SCHEME.exec(raw)?.[0].toLowerCase();
  if (scheme === undefined) return "malformed";
  if (scheme !== "https" && scheme !== "http") return "scheme";
  return partsProblem(raw);
}

function partsProblem(raw: string): BaseUrlReason | undefined {
  const [, authority, path = ""] = AUTHORITY_AND_PATH.exec(raw) ?? [];
  if (authority === undefined) return "malformed";
  if (authority.includes("@")) return "credentials";
  if (/[?#]/.test(raw)) return "query_or_fragment";
  return isPlainPath(path) ? undefined : "path";
}

/** Servers behind the address may decode once more than we do, so every round of decoding is looked at. */
function isPlainPath(path: string): boolean {
  let text = path;
  for (let round = 0; round < DECODING_ROUNDS; round += 1) {
    const decoded = text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (/[\x00-\x1f\x7f\\]/.test(decoded)) return false;
    if (decoded.split(/[/?#]/).some(isDotSegment)) return false;
    if (decoded === text) return true;
    text = decoded;
  }
  return false;
}

/** Some servers cut the parameters of a segment off first, so `..;x` counts too. */
function isDotSegment(segment: string): boolean {
  const name = segment.split(";", 1)[0];
  return name === "." || name === "..";
}
