import * as z from "zod";

/**
 * Text of at most so many characters, which are UTF-16 units as everywhere in
 * the protocol. Zod's own `max` counts code points and lets twice as much
 * through; it stays for the sake of the documents derived from the schema.
 */
export function limitedText(
  max: number,
  text: z.ZodString = z.string(),
): z.ZodString {
  const error = `must have at most ${max} characters`;
  return text
    .max(max, { error, abort: true })
    .refine((value) => value.length <= max, { error });
}
