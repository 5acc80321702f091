/** Everything of approvals that is loaded with the first run. */
import "../../styles/approvals.css";

export { ApprovalBar } from "./approval-bar.tsx";
export { ApprovalCard } from "./approval-card.tsx";
export { ApprovalHost } from "./approval-host.tsx";
export { TrustDialog } from "./trust-dialog.tsx";
