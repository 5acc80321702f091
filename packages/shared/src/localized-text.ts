import * as z from "zod";

/** A short text in both languages of the interface. */
export const LocalizedTextSchema = z.object({
  "zh-CN": z.string(),
  en: z.string(),
});
export type LocalizedText = z.infer<typeof LocalizedTextSchema>;
export const LOCALES = ["zh-CN", "en"] as const;
export type Locale = (typeof LOCALES)[number];
