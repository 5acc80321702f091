import { createHash, timingSafeEqual } from "node:crypto";

/** Compares codes in constant time, whatever their lengths. */
export function isSameCode(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
