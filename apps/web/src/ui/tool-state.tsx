import type { ReactNode } from "react";
import {
  Ban,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  CircleX,
  Hourglass,
  LoaderCircle,
  Pencil,
  ShieldQuestion,
  TimerOff,
} from "lucide-react";
import type { ToolCallPart, ToolDenialReason } from "@agent-studio/shared";
import type { ThreadKey } from "../texts/thread-en.ts";
import { useTexts } from "./text-context.tsx";
import { ElapsedTime, useDuration } from "./elapsed-time.tsx";
import { useThreadTexts } from "./use-thread-texts.ts";

type Look = readonly [text: ThreadKey, tone: string, Icon: typeof Ban];

// Each end without a result looks different: whether someone refused, nobody came, or things changed.
const DENIED: Readonly<Record<ToolDenialReason, Look>> = {
  policy: ["state.refused", "bad", Ban],
  unknown_tool: ["state.unknownTool", "bad", CircleHelp],
  user: ["state.notApproved", "bad", Ban],
  expired: ["state.expired", "quiet", TimerOff],
  cancelled: ["state.cancelled", "quiet", CircleSlash],
  invalidated: ["state.invalidated", "quiet", CircleHelp],
};

function lookOf({ state, reason, code }: ToolCallPart): Look {
  switch (state) {
    case "drafted":
      return ["state.drafted", "busy", Pencil];
    case "requested":
      return ["state.requested", "busy", Hourglass];
    case "awaiting_approval":
      return ["state.awaiting", "asked", ShieldQuestion];
    case "running":
      return ["state.running", "busy", LoaderCircle];
    case "completed":
      return ["state.completed", "good", CircleCheck];
    case "failed":
      if (code === "UNKNOWN_OUTCOME") {
        return ["state.unknownOutcome", "asked", CircleHelp];
      }
      return code === "TOOL_CANCELLED"
        ? ["state.stopped", "quiet", CircleSlash]
        : ["state.failed", "bad", CircleX];
    case "denied":
      return DENIED[reason ?? "policy"];
  }
}

/** Where a call stands, in a picture and in words, and how long it took. */
export function ToolState({ call }: { readonly call: ToolCallPart }) {
  const { number } = useTexts();
  const tt = useThreadTexts();
  const [text, tone, Icon] = lookOf(call);
  return (
    <span className="tool-state" data-state={call.state} data-tone={tone}>
      <Icon aria-hidden className="inline-icon" />
      {tt(text, { count: number(call.argsBytes ?? 0) })}
      <CallTime call={call} />
    </span>
  );
}

function CallTime({ call }: { readonly call: ToolCallPart }): ReactNode {
  const duration = useDuration();
  const { state, startedAt, durationMs } = call;
  if (durationMs !== undefined) {
    return <span className="tool-time">{duration(durationMs)}</span>;
  }
  if (state !== "running" || startedAt === undefined) return null;
  return (
    <span className="tool-time">
      <ElapsedTime since={startedAt} />
    </span>
  );
}
