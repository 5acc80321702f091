import type { Catalogue } from "./catalogue.ts";
import { EN } from "./en.ts";
import { ERRORS_EN } from "./errors-en.ts";

/** The page in English. */
export const CATALOGUE: Catalogue = { texts: EN, errors: ERRORS_EN };
