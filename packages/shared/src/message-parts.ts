/** The parts of one message, kept in order of their number. All functions leave what they are given as it is. */
import type { MessagePart, SessionState, ToolCallPart } from "./state.ts";

/** Where a part with this number is (`found`), or where it belongs. The last place is looked at first: writing goes on there. */
export function placeOfPart(
  parts: readonly MessagePart[],
  part: number,
): { index: number; found: boolean } {
  const last = parts.length - 1;
  const lastPart = parts[last]?.part ?? -1;
  if (lastPart === part) return { index: last, found: true };
  if (lastPart < part) return { index: parts.length, found: false };
  const index = parts.findIndex((other) => other.part >= part);
  return { index, found: parts[index]?.part === part };
}

/** The parts with this one in its place, in place of one with the same number. */
export function putPart(
  parts: readonly MessagePart[],
  part: MessagePart,
): readonly MessagePart[] {
  const { index, found } = placeOfPart(parts, part.part);
  return parts.toSpliced(index, found ? 1 : 0, part);
}

/** Changes one tool call of the open turn; an unknown call, or `change` giving back what it got, changes nothing. */
export function updateCall(
  state: SessionState,
  toolCallId: string,
  change: (call: ToolCallPart) => ToolCallPart,
): Partial<SessionState> {
  const { open } = state;
  if (open === null) return {};
  const index = open.parts.findIndex(
    (part) => part.kind === "tool" && part.toolCallId === toolCallId,
  );
  const call = open.parts[index];
  if (call?.kind !== "tool") return {};
  const changed = change(call);
  return changed === call
    ? {}
    : { open: { ...open, parts: open.parts.with(index, changed) } };
}
