import { useEffect, useState } from "react";
import { ArrowDown, LocateFixed } from "lucide-react";
import type { SessionState } from "@agent-studio/shared";
import { useReveal } from "./use-reveal.ts";
import { useSession, useSessionState } from "./session-context.tsx";
import { runningStepOf } from "./target-place.ts";
import type { ThreadScroll } from "./thread-scroll.ts";
import { useCell } from "./use-cell.ts";
import { useThreadTexts } from "./use-thread-texts.ts";

/** The ways back for a reader who left the end. */
export function ThreadJumps({ scroll }: { readonly scroll: ThreadScroll }) {
  const tt = useThreadTexts();
  const following = useCell(scroll.following);
  if (following) return null;
  return (
    <div className="thread-jumps">
      <StepButton />
      <NewestButton onJump={() => scroll.toEnd()} label={tt("thread.toEnd")} />
    </div>
  );
}

function NewestButton(props: {
  readonly onJump: () => void;
  readonly label: string;
}) {
  const tt = useThreadTexts();
  const added = useAddedSince();
  return (
    <button type="button" className="button jump" onClick={props.onJump}>
      <ArrowDown aria-hidden className="inline-icon" />
      {added > 0 ? tt("thread.new", { count: added }) : props.label}
    </button>
  );
}

/** Messages and calls that came since this was first drawn, which is when the reader left the end. */
function useAddedSince(): number {
  const { view } = useSession();
  const [before] = useState(() => countOf(view.get().state));
  const now = useSessionState(countOf);
  return Math.max(0, now - before);
}

function countOf({ messages, open }: SessionState): number {
  return messages.length + (open === null ? 0 : 1);
}

function StepButton() {
  const tt = useThreadTexts();
  const reveal = useReveal();
  const step = useSessionState(runningStepOf);
  if (step === null) return null;
  return (
    <button
      type="button"
      className="button jump"
      onClick={() => reveal("chat", step)}
    >
      <LocateFixed aria-hidden className="inline-icon" />
      {tt("thread.toStep")}
    </button>
  );
}

/** Follows the end again when a message of this person is on its way. */
export function useFollowOwnMessage(scroll: ThreadScroll | null): void {
  const { commands } = useSession();
  useEffect(() => {
    if (scroll === null) return;
    let wasSending = commands.view.get().sending;
    return commands.view.subscribe(() => {
      const { sending } = commands.view.get();
      if (sending && !wasSending) scroll.toEnd();
      wasSending = sending;
    });
  }, [commands, scroll]);
}
