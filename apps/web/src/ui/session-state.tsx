import { Circle, LoaderCircle, ShieldQuestion } from "lucide-react";
import type { SessionStatus } from "@agent-studio/shared";
import type { TextKey } from "../texts/en.ts";
import { useTexts } from "./text-context.tsx";

const STATES: Readonly<
  Record<
    SessionStatus,
    { readonly Icon: typeof Circle; readonly text: TextKey }
  >
> = {
  idle: { Icon: Circle, text: "sessions.idle" },
  running: { Icon: LoaderCircle, text: "sessions.running" },
  awaiting_approval: { Icon: ShieldQuestion, text: "sessions.awaiting" },
};

/** Whether a session rests, runs or waits for a person. */
export function SessionStateMark(props: { readonly status: SessionStatus }) {
  const { t } = useTexts();
  const { Icon, text } = STATES[props.status];
  return (
    <span className="session-state" data-status={props.status}>
      <Icon aria-hidden className="session-state-icon" />
      <span className="session-state-text">{t(text)}</span>
    </span>
  );
}
