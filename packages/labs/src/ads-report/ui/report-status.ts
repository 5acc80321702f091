import type { ToolCallPart } from "@agent-studio/shared";

/** Where a request to save stands, and whether it is over. */
export interface ReportStatus {
  /** Key of the sentence that says it. */
  readonly key: string;
  readonly tone: "busy" | "asked" | "good" | "bad" | "quiet";
}

/** Names every state of a call of `save_report_draft`. Pure. */
export function readStatus(part: ToolCallPart): ReportStatus {
  switch (part.state) {
    case "drafted":
      return { key: "report.drafted", tone: "busy" };
    case "requested":
      return { key: "report.requested", tone: "busy" };
    case "awaiting_approval":
      return { key: "report.waiting", tone: "asked" };
    case "running":
      return { key: "report.running", tone: "busy" };
    case "completed":
      return { key: "report.saved", tone: "good" };
    case "failed":
      return readFailure(part);
    case "denied":
      return readDenial(part);
  }
}

function readFailure({ code }: ToolCallPart): ReportStatus {
  if (code === "UNKNOWN_OUTCOME") return { key: "report.unknown", tone: "bad" };
  return code === "TOOL_CANCELLED"
    ? { key: "report.cancelled", tone: "quiet" }
    : { key: "report.failed", tone: "bad" };
}

function readDenial({ reason }: ToolCallPart): ReportStatus {
  switch (reason) {
    case "expired":
      return { key: "report.expired", tone: "quiet" };
    case "cancelled":
      return { key: "report.cancelled", tone: "quiet" };
    case "invalidated":
      return { key: "report.invalidated", tone: "quiet" };
    case "policy":
    case "unknown_tool":
      return { key: "report.deniedPolicy", tone: "bad" };
    case "user":
    default:
      return { key: "report.denied", tone: "quiet" };
  }
}
