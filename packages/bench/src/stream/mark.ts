/**
 * What the load generator looks for in a stream: the number of an event and when it was published. It is found by its
 * first byte, which nothing else in a stream has, so no frame and no JSON has to be parsed.
 */
const SIGN = 0x7e;
const NUMBER_DIGITS = 9;
const TIME_DIGITS = 16;
const NUMBER_AT = 1;
const TIME_AT = NUMBER_AT + NUMBER_DIGITS + 1;

/** Characters of a mark. */
export const MARK_LENGTH = TIME_AT + TIME_DIGITS;

/** The mark of the event with a number, published at a time in microseconds. */
export function formatMark(number: number, timeUs: number): string {
  const time = String(Math.floor(timeUs)).padStart(TIME_DIGITS, "0");
  return `~${String(number).padStart(NUMBER_DIGITS, "0")}@${time}`;
}

/** Called with every mark, in the order of the stream. */
export type OnMark = (number: number, timeUs: number) => void;

/** Finds the marks in a stream that comes in any pieces. A mark that is broken is skipped. */
export function createMarkScanner(onMark: OnMark): (piece: Buffer) => void {
  let rest: Buffer | undefined;
  return (piece) => {
    const bytes = rest === undefined ? piece : Buffer.concat([rest, piece]);
    rest = undefined;
    let at = bytes.indexOf(SIGN);
    while (at >= 0) {
      if (at + MARK_LENGTH > bytes.length) {
        rest = bytes.subarray(at);
        return;
      }
      const number = digits(bytes, at + NUMBER_AT, NUMBER_DIGITS);
      const time = digits(bytes, at + TIME_AT, TIME_DIGITS);
      if (number >= 0 && time >= 0) onMark(number, time);
      at = bytes.indexOf(SIGN, at + 1);
    }
  };
}

/** A decimal number; negative when there is something else among the digits. */
function digits(bytes: Buffer, from: number, length: number): number {
  let value = 0;
  for (let index = from; index < from + length; index += 1) {
    const digit = (bytes[index] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
