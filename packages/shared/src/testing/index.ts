export { checkLegal, type CheckLegalOptions } from "./check-legal.ts";
