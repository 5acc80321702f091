/**
 * Gives a request target one spelling before anyone looks at it, so that the guard and the router can't read the
 * same address differently: each segment is decoded once and encoded again; what can't be decoded is taken literally.
 */
export function canonicalTarget(target: string): string {
  const path = pathOf(target);
  // Nearly every address, and each request asks.
  if (PLAIN_PATH.test(path)) return target;
  return (
    path.split("/").map(canonicalSegment).join("/") + target.slice(path.length)
  );
}

/** Characters that encoding leaves alone, and the slash. */
const PLAIN_PATH = /^[\w\-.!~*'()/]*$/;

/** The path of a target, without query and fragment. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

function canonicalSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return encodeURIComponent(segment);
  }
}
