import type { Locale } from "@agent-studio/shared";
import type { Catalogue } from "./catalogue.ts";

/** Loads the texts of one language: a browser shows one and need not download the other. Rejects without a network. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const { CATALOGUE } = await (locale === "en"
    ? import("./page-en.ts")
    : import("./page-zh-cn.ts"));
  return CATALOGUE;
}
