/** The server side of the labs: one line a lab. The first is the default. */
import type { Lab } from "@agent-studio/harness";
import { createAdsReportLab } from "./ads-report/lab.ts";

export const LABS: readonly Lab[] = [createAdsReportLab()];
export { createAdsReportLab } from "./ads-report/lab.ts";
