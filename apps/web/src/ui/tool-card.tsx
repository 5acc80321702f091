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
import { ToolState } from "./tool-state.tsx";
import { useToolTitle } from "./tool-title.ts";
import { useTexts } from "./text-context.tsx";
import { useThreadTexts } from "./use-thread-texts.ts";

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
      <header className="tool-head">
        <Wrench aria-hidden className="inline-icon" />
        <span className="tool-title">{title}</span>
        {title !== call.toolName && (
          <code className="tool-name" dir="ltr">
            <EscapedText text={call.toolName} />
          </code>
        )}
        <ToolState call={call} />
      </header>
      <ErrorBoundary fallback={<CrashNote />}>
        {approval?.status !== "pending" && <ToolContent call={call} />}
        <Outcome call={call} />
        <ToolApproval call={call} />
      </ErrorBoundary>
      <div className="raw-folds">
        {call.args !== undefined && approval?.status !== "pending" && (
          <RawData title={t("tool.arguments")} value={call.args} />
        )}
        {call.result !== undefined && (
          <RawData title={t("tool.raw")} value={call.result} />
        )}
      </div>
    </div>
  );
});

/** How far it has come, or why there is no result. */
function Outcome({ call }: { readonly call: ToolCallPart }) {
  const { t } = useTexts();
  const { state, progress } = call;
  if (state === "running" && progress !== undefined) {
    return <Progress {...progress} />;
  }
  if (state === "denied") {
    const text = t(DENIAL_TEXTS[call.reason ?? "policy"]);
    return <p className="tool-problem">{text}</p>;
  }
  if (state === "failed") return <Failure call={call} />;
  if (call.result?.truncated === true) {
    return <p className="note">{t("tool.truncated")}</p>;
  }
  return null;
}

function Failure({ call }: { readonly call: ToolCallPart }) {
  const { error } = useTexts();
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

function Progress(props: {
  readonly message: string;
  readonly fraction?: number;
}) {
  const tt = useThreadTexts();
  const { message, fraction } = props;
  return (
    <div className="tool-progress">
      {fraction !== undefined && (
        <progress value={fraction} max={1} aria-label={tt("tool.progress")} />
      )}
      <span className="note">
        <EscapedText text={message} />
      </span>
    </div>
  );
}
