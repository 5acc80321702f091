import type { Approval, ApprovalStatus } from "@agent-studio/shared";
import type { TextKey } from "../texts/en.ts";
import { EscapedText } from "./escaped-text.tsx";
import { useTexts } from "./text-context.tsx";

const STATUS_TEXTS: Readonly<
  Record<Exclude<ApprovalStatus, "pending">, TextKey>
> = {
  approved: "approval.approved",
  denied: "approval.denied",
  expired: "approval.expired",
  cancelled: "approval.cancelled",
  invalidated: "approval.invalidated",
};

/** How an approval ended. */
export function ApprovalOutcome({ approval }: { readonly approval: Approval }) {
  const { t, locale } = useTexts();
  const { status, resolvedAt, resolvedBy, reason } = approval;
  if (status === "pending") return null;
  return (
    <p className="approval-outcome" data-status={status}>
      <strong>{t(STATUS_TEXTS[status])}</strong>
      {resolvedBy?.kind === "trust" && ` ${t("approval.byTrust")}`}
      {resolvedAt !== undefined && (
        <>
          {" · "}
          <time dateTime={resolvedAt}>
            {new Date(resolvedAt).toLocaleTimeString(locale)}
          </time>
        </>
      )}
      {reason !== undefined && reason !== "" && (
        <>
          {" · "}
          <EscapedText text={reason} />
        </>
      )}
    </p>
  );
}
