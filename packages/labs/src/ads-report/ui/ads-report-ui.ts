import { lazy } from "react";
import type { LabUi } from "../../lab-ui.ts";
import { messages } from "./messages.ts";

/** The lab's cards, loaded when one is first drawn. */
export const adsReportUi: LabUi = {
  labId: "ads-report",
  cards: {
    mock_ads_metrics: lazy(async () => {
      const { MetricsCard } = await import("./metrics-card.tsx");
      return { default: MetricsCard };
    }),
    save_report_draft: lazy(async () => {
      const { ReportCard } = await import("./report-card.tsx");
      return { default: ReportCard };
    }),
  },
  approveLabels: { save_report_draft: "report.approve" },
  messages,
};
