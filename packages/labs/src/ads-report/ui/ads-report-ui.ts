import type { LabUi } from "../../lab-ui.ts";
import { lazyPart } from "../../ui/lazy-part.ts";
import { messages } from "./messages.ts";

/** The lab's cards, loaded when one is first drawn. */
export const adsReportUi: LabUi = {
  labId: "ads-report",
  cards: {
    mock_ads_metrics: lazyPart(async () => {
      const { MetricsCard } = await import("./metrics-card.tsx");
      return { default: MetricsCard };
    }),
    save_report_draft: lazyPart(async () => {
      const { ReportCard } = await import("./report-card.tsx");
      return { default: ReportCard };
    }),
  },
  approveLabels: { save_report_draft: "report.approve" },
  messages,
};
