/** Approvals as the rest of the page knows them; what draws them is loaded when a run starts, long before it asks. */
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import { Shield, ShieldCheck } from "lucide-react";
import type { ToolCallPart } from "@agent-studio/shared";
import { LateDialog } from "../late-dialog.tsx";
import {
  useSession,
  useSessionPart,
  useSessionState,
} from "../session-context.tsx";
import { useTexts } from "../text-context.tsx";
import { useCellPart } from "../use-cell.ts";
import { useApprovalDesk } from "./approval-desk.tsx";

const load = () => import("./approval-ui.tsx");
const LazyCard = lazyPart(async () => ({
  default: (await load()).ApprovalCard,
}));
const LazyHost = lazyPart(async () => ({
  default: (await load()).ApprovalHost,
}));
const LazyBar = lazyPart(async () => ({ default: (await load()).ApprovalBar }));
const LazyTrust = lazyPart(async () => ({
  default: (await load()).TrustDialog,
}));

/** The question that a call waits for, or its answer. */
export function ToolApproval({ call }: { readonly call: ToolCallPart }) {
  const { approval } = call;
  return approval === undefined ? null : (
    <Suspense fallback={null}>
      <LazyCard key={approval.approvalId} approval={approval} call={call} />
    </Suspense>
  );
}

/** What watches over all questions of the session; once for the page. */
export function ApprovalWatch() {
  const desk = useApprovalDesk();
  const { view } = useSession();
  const replaying = useSessionPart((shown) => shown.replaying);
  useEffect(() => {
    if (!replaying) desk.goLive(view.get().state.approvals);
  }, [desk, view, replaying]);
  useEffect(() => {
    document.addEventListener("keydown", desk.noteKey, true);
    return () => document.removeEventListener("keydown", desk.noteKey, true);
  }, [desk]);
  return useHasBegun() ? (
    <Suspense fallback={null}>
      <LazyHost />
    </Suspense>
  ) : null;
}

/** What waits, and trust, under the conversation. */
export function ApprovalStatus() {
  return useHasBegun() ? (
    <Suspense fallback={null}>
      <LazyBar />
    </Suspense>
  ) : null;
}

function useHasBegun(): boolean {
  return useSessionState((state) => state.runs.length > 0 || state.trust);
}

/** Whether the session answers for its person; asks before it is switched on. */
export function TrustSwitch() {
  const { t } = useTexts();
  const { commands } = useSession();
  const isOn = useSessionState((state) => state.trust);
  const asked = useCellPart(commands.view, (view) => view.trustAsked);
  const [isAsking, setAsking] = useState(false);
  const Icon = isOn ? ShieldCheck : Shield;
  return (
    <>
      <button
        type="button"
        role="switch"
        className="button trust-switch"
        aria-checked={isOn}
        aria-disabled={asked !== null}
        aria-label={t("trust.switch")}
        data-tip={t("trust.switch")}
        onClick={() => {
          if (asked !== null) return;
          if (isOn) void commands.setTrust(false);
          else setAsking(true);
        }}
      >
        <Icon aria-hidden className="inline-icon" />
        <span className="wide-only">{t(isOn ? "trust.on" : "trust.off")}</span>
      </button>
      {isAsking && (
        <LateDialog title={t("trust.switch")} onClose={() => setAsking(false)}>
          <LazyTrust onClose={() => setAsking(false)} />
        </LateDialog>
      )}
    </>
  );
}
