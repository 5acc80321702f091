import type { Catalogue } from "./catalogue.ts";
import { ERRORS_ZH_CN } from "./errors-zh-cn.ts";
import { ZH_CN } from "./zh-cn.ts";

/** The page in Chinese. */
export const CATALOGUE: Catalogue = { texts: ZH_CN, errors: ERRORS_ZH_CN };
