/** The browser side of the labs: one line a lab. */
import { adsReportUi } from "./ads-report/ui/ads-report-ui.ts";
import type { LabUi } from "./lab-ui.ts";

export { lazyPart } from "./ui/lazy-part.ts";
export { steadfastLoad } from "./ui/steadfast-load.ts";

export const LAB_UIS: readonly LabUi[] = [adsReportUi];
export type {
  CardProps,
  LabUi,
  LazyCard,
  PanelProps,
  Translate,
} from "./lab-ui.ts";
