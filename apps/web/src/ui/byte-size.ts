const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A size of a file as a language writes it, in steps of 1,000. */
export function byteSize(locale: string, bytes: number): string {
  let step = 0;
  let size = bytes;
  while (size >= 1000 && step < UNITS.length - 1) {
    size /= 1000;
    step += 1;
  }
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: UNITS[step] ?? "byte",
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: size < 10 && step > 0 ? 1 : 0,
  }).format(size);
}
