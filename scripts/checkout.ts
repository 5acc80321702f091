import { dirname } from "node:path";

/** The folder of this checkout, wherever the command was started. */
export const CHECKOUT: string = dirname(import.meta.dirname);
