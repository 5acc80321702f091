/** The message being written, as often as its shape changes and not as often as its text does. */
import { useCallback, useState, useSyncExternalStore } from "react";
import type {
  AssistantMessage,
  MessagePart,
  TextPart,
} from "@agent-studio/shared";
import { useSession } from "./session-context.tsx";

/** Remembers the last message it was given, and answers it again while only the text grew. */
export function createShapeKeeper(): (
  open: AssistantMessage | null,
) => AssistantMessage | null {
  let kept: AssistantMessage | null = null;
  return (open) => {
    if (kept === null || open === null || !isSameShape(kept, open)) kept = open;
    return kept;
  };
}

function isSameShape(a: AssistantMessage, b: AssistantMessage): boolean {
  if (a === b) return true;
  return (
    a.messageId === b.messageId &&
    a.stopReason === b.stopReason &&
    a.parts.length === b.parts.length &&
    a.parts.every((part, index) => isSamePart(part, b.parts[index]))
  );
}

function isSamePart(a: MessagePart, b: MessagePart | undefined): boolean {
  if (a === b) return true;
  if (b === undefined || a.kind === "tool" || b.kind === "tool") return false;
  return (
    a.kind === b.kind &&
    a.part === b.part &&
    isBlank(a.text) === isBlank(b.text)
  );
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** The open message, the same object until a part is added or a call changes. Its texts may be behind: see `useLiveText`. */
export function useSettledOpen(): AssistantMessage | null {
  const { view } = useSession();
  const [keep] = useState(createShapeKeeper);
  return useSyncExternalStore(view.subscribe, () =>
    keep(view.get().state.open),
  );
}

/** The text of a part as it is now. Only parts of a message that is still written listen for it. */
export function useLiveText(message: AssistantMessage, part: TextPart): string {
  const { view } = useSession();
  const isLive = message.stopReason === undefined;
  const subscribe = useCallback(
    (changed: () => void) => (isLive ? view.subscribe(changed) : NOTHING),
    [view, isLive],
  );
  return useSyncExternalStore(subscribe, () => {
    const { open } = view.get().state;
    if (!isLive || open?.messageId !== message.messageId) return part.text;
    const live = open.parts.find((each) => each.part === part.part);
    return live?.kind === part.kind ? live.text : part.text;
  });
}

const NOTHING = (): void => undefined;
