import * as z from "zod";

/** Plain JSON, as it travels in arguments, results and lab state. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

export const JsonValueSchema: z.ZodType<JsonValue> = z.json();
export const JsonObjectSchema: z.ZodType<JsonObject> = z.record(
  z.string(),
  JsonValueSchema,
);

/** Stands in for a value that was too large for an event. */
export const TruncatedSchema = z.object({
  truncated: z.literal(true),
  originalBytes: z.int().nonnegative(),
  preview: z.string(),
});
export type Truncated = z.infer<typeof TruncatedSchema>;
