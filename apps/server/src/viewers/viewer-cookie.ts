/** The viewer's cookie, read and written by hand: one name, fixed attributes. */

const MAX_AGE_SECONDS = 34_560_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Cookies don't tell ports apart, so the name does. */
export function viewerCookieName(port: number): string {
  return `studio_viewer_${port}`;
}

/**
 * Every well-formed token under the name. Another program on this machine can put a cookie of the same name beside
 * ours, so each one is a candidate.
 */
export function readViewerTokens(
  header: string | undefined,
  name: string,
): readonly string[] {
  if (header === undefined) return [];
  return header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .filter((value) => TOKEN.test(value));
}

/** The `Set-Cookie` value for a token. */
export function writeViewerCookie(
  name: string,
  token: string,
  secure: boolean,
): string {
  const attributes = `HttpOnly; SameSite=Strict; Path=/; Max-Age=${MAX_AGE_SECONDS}`;
  return `${name}=${token}; ${attributes}${secure ? "; Secure" : ""}`;
}
