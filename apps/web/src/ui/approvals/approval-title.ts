import type {
  AssistantMessage,
  SessionState,
  ToolCallPart,
} from "@agent-studio/shared";
import { useSessionState } from "../session-context.tsx";
import { useTexts } from "../text-context.tsx";
import { useToolTitle } from "../tool-title.ts";
import { useApprovalTexts } from "./use-approval-texts.ts";

/** A question's heading: the tool, and which of several questions of the turn it is. */
export function useApprovalTitle(call: ToolCallPart): string {
  const a = useApprovalTexts();
  const { number } = useTexts();
  const tool = useToolTitle()(call.toolName);
  const count = useSessionState((state) => questionsOf(state, call).length);
  const index = useSessionState((state) =>
    questionsOf(state, call).findIndex(
      ({ toolCallId }) => toolCallId === call.toolCallId,
    ),
  );
  const title = a("title", { tool });
  if (count < 2) return title;
  const ordinal = a("ordinal", {
    index: number(index + 1),
    count: number(count),
  });
  return `${title} · ${ordinal}`;
}

/** The calls of the same turn that were asked about, decided or not, so that their numbers stay. */
function questionsOf(
  { open }: SessionState,
  { toolCallId }: ToolCallPart,
): readonly ToolCallPart[] {
  if (open === null || toolCallId === undefined) return [];
  const asked = askedIn(open);
  return asked.some((other) => other.toolCallId === toolCallId) ? asked : [];
}

function askedIn({ parts }: AssistantMessage): readonly ToolCallPart[] {
  return parts.filter(
    (part): part is ToolCallPart =>
      part.kind === "tool" && part.approval !== undefined,
  );
}

/** The call that an approval asks about, while its turn is open. */
export function callOf(
  { open }: SessionState,
  approvalId: string,
): ToolCallPart | undefined {
  return open === null
    ? undefined
    : askedIn(open).find(({ approval }) => approval?.approvalId === approvalId);
}
