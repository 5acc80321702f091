import { memo } from "react";
import { Wrench } from "lucide-react";
import type { ToolCallPart, ToolDenialReason } from "@agent-studio/shared";
import { placeId } from "../client/reveals.ts";
import type { TextKey } from "../texts/en.ts";
import { ToolApproval } from "./approvals/lazy-approvals.tsx";
import { CrashNote } from "./crash-note.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { EscapedText } from "./escaped-text.tsx";
import { RawData } from "./raw-data.tsx";
import { ToolContent } from "./tool-content.tsx";
import { useToolTitle } from "./tool-title.ts";
import { useTexts } from "./text-context.tsx";

const DENIAL_TEXTS: Readonly<Record<ToolDenialReason, TextKey>> = {
  policy: "tool.deniedPolicy",
  unknown_tool: "tool.deniedUnknown",
  user: "tool.deniedUser",
  expired: "tool.deniedExpired",
  cancelled: "tool.deniedCancelled",
  invalidated: "tool.deniedInvalidated",
};

/** One tool call with everything that is known of it, from our own state of it. */
export const ToolCard = memo(function ToolCard(props: {
  readonly call: ToolCallPart;
}) {
  const { call } = props;
  const { t } = useTexts();
  const title = useToolTitle()(call.toolName);
  const { approval } = call;
  return (
    <div
      id={
        call.toolCallId === undefined
          ? undefined
          : placeId("call", call.toolCallId)
      }
      role="group"
      tabIndex={-1}
      className="tool-card"
      data-state={call.state}
      aria-label={t("tool.label", { name: title })}
    >
      <ToolHead call={call} title={title} />
      <ErrorBoundary fallback={<CrashNote />}>
        {approval?.status !== "pending" && <ToolContent call={call} />}
        <Outcome call={call} />
        <ToolApproval call={call} />
      </ErrorBoundary>
      {call.args !== undefined && approval?.status !== "pending" && (
        <RawData title={t("tool.arguments")} value={call.args} />
      )}
      {call.result !== undefined && (
        <RawData title={t("tool.result")} value={call.result} />
      )}
    </div>
  );
});

function ToolHead(props: {
  readonly call: ToolCallPart;
  readonly title: string;
}) {
  const { call, title } = props;
  const { t, number } = useTexts();
  return (
    <header className="tool-head">
      <Wrench aria-hidden className="inline-icon" />
      <span className="tool-title">{title}</span>
      <code className="tool-name">
        <EscapedText text={call.toolName} />
      </code>
      <span className="tool-state" data-state={call.state}>
        {call.state === "awaiting_approval"
          ? t("tool.awaiting")
          : t(`tool.${call.state}`, { count: number(call.argsBytes ?? 0) })}
      </span>
      {call.durationMs !== undefined && (
        <span className="note">
          {t("tool.duration", { ms: number(call.durationMs) })}
        </span>
      )}
    </header>
  );
}

function Outcome({ call }: { readonly call: ToolCallPart }) {
  const { t, error } = useTexts();
  if (call.state === "running" && call.progress !== undefined) {
    return (
      <p className="note">
        <EscapedText text={call.progress.message} />
      </p>
    );
  }
  if (call.state === "denied") {
    const text = t(DENIAL_TEXTS[call.reason ?? "policy"]);
    return <p className="tool-problem">{text}</p>;
  }
  if (call.state === "failed") {
    return (
      <p className="tool-problem">
        {error(call.code ?? "TOOL_FAILED")}
        {call.message !== undefined && (
          <>
            {" "}
            <span className="note">
              <EscapedText text={call.message} />
            </span>
          </>
        )}
      </p>
    );
  }
  if (call.result?.truncated === true) {
    return <p className="note">{t("tool.truncated")}</p>;
  }
  return null;
}
