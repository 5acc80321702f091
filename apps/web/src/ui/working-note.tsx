import type { SessionState } from "@agent-studio/shared";
import { useSessionPart } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";

/** Says that something is going on while nothing is to be seen of it. Its place is kept for the whole run, so that nothing jumps. */
export function WorkingNote() {
  const { t } = useTexts();
  const active = useSessionPart(
    ({ state, replaying }) => !replaying && state.status === "running",
  );
  const silent = useSessionPart(({ state }) => isSilent(state));
  if (!active) return null;
  return (
    <p className="working" data-silent={silent}>
      {silent && (
        <>
          <span className="working-dots" aria-hidden>
            <span />
            <span />
            <span />
          </span>
          {t("chat.thinking")}
        </>
      )}
    </p>
  );
}

/** Between a message and the next, or before its first word. */
function isSilent({ open }: Pick<SessionState, "open">): boolean {
  if (open === null || open.parts.length === 0) return true;
  return (
    open.stopReason !== undefined &&
    open.parts.every(
      (part) =>
        part.kind !== "tool" ||
        part.state === "completed" ||
        part.state === "failed" ||
        part.state === "denied",
    )
  );
}
