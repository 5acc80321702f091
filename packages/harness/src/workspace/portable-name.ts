/**
 * Rules for one name of a path. They hold on every system, so that a workspace can move between
 * systems and a name means the same in a log, on an approval card and on disk.
 */

const MAX_NAME_BYTES = 255;
const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com\d|lpt\d)$/;
const SHORT_NAME = /^[^.~]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/u;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;
// Emoji are built with a variation selector or joiner, which is visible there and only there.
const EMOJI_JOINERS =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D(?=\p{Extended_Pictographic}))*/gu;
const RESERVED = /[<>:"|?\\/]/;

const PROBLEMS: readonly (readonly [(name: string) => boolean, string])[] = [
  [isTooLongName, "is longer than 255 bytes. Use a shorter one."],
  [
    (name) => !name.isWellFormed() || CONTROL.test(name),
    "contains control characters. Use the name as ls shows it.",
  ],
  [
    (name) => INVISIBLE.test(name.replace(EMOJI_JOINERS, "")),
    "contains invisible characters. Use the name as ls shows it.",
  ],
  [
    (name) => RESERVED.test(name),
    'contains one of < > : " | ? which are reserved. Use another name.',
  ],
  [
    (name) => /\s$/u.test(name) || (name.endsWith(".") && !/^\.+$/.test(name)),
    "ends in a space or a dot. Use the name without it.",
  ],
  [
    (name) => SHORT_NAME.test(name),
    "looks like a short name such as A~1.TXT. Use the full name.",
  ],
  [isDevice, "is a device name such as CON or NUL. Use another name."],
];

/** What is wrong with the name, as a sentence, or nothing. Names to be written may also hold no `*`. */
export function nameProblem(
  name: string,
  purpose: "read" | "write",
): string | undefined {
  const problem = PROBLEMS.find(([applies]) => applies(name));
  if (problem !== undefined) return `A name in the path ${problem[1]}`;
  if (purpose === "write" && name.includes("*"))
    return "A name in the path contains *, which is reserved. Use another name.";
  return undefined;
}

/** Whether no common file system can hold the name: the limit is in bytes, not characters. */
export function isTooLongName(name: string): boolean {
  return Buffer.byteLength(name) > MAX_NAME_BYTES;
}

/** Whether a name found on disk can be shown to the model and given back by it. */
export function isShowable(name: string): boolean {
  return (
    name !== "" &&
    name !== "." &&
    name !== ".." &&
    nameProblem(name, "read") === undefined
  );
}

function isDevice(name: string): boolean {
  const [base = ""] = name.normalize("NFKC").toLowerCase().split(".", 1);
  return DEVICE.test(base.trim());
}
