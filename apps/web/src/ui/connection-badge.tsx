import type { Connection } from "../client/connection.ts";
import type { TextKey } from "../texts/en.ts";
import { useSession, useSessionPart } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";

type Tone = "good" | "busy" | "bad";

/** The state of the stream at a glance. Whoever clicks it cuts the stream on purpose, and restores it. */
export function ConnectionBadge() {
  const { t } = useTexts();
  const session = useSession();
  const connection = useSessionPart((view) => view.connection);
  const { key, tone } = badgeOf(connection);
  const action = actionOf(connection);
  const content = (
    <>
      <span className="run-dot" aria-hidden />
      <span>{t(key)}</span>
    </>
  );
  if (action === null) {
    return (
      <span className="badge" data-tone={tone}>
        {content}
      </span>
    );
  }
  return (
    <button
      type="button"
      className="badge"
      data-tone={tone}
      data-tip={t(`connection.${action}Tip`)}
      onClick={() => session[action]()}
    >
      {content}
      <span className="visually-hidden">{t(`connection.${action}`)}</span>
    </button>
  );
}

/** What a click leads to; where the next use of the page leads on by itself, or nothing does, there is none. */
function actionOf({ phase }: Connection): "cut" | "restore" | "retry" | null {
  switch (phase) {
    case "open":
    case "connecting":
    case "recovering":
      return "cut";
    case "cut":
      return "restore";
    case "waiting":
      return "retry";
    default:
      return null;
  }
}

function badgeOf(connection: Connection): {
  readonly key: TextKey;
  readonly tone: Tone;
} {
  switch (connection.phase) {
    case "open":
      return { key: "connection.open", tone: "good" };
    case "recovering":
    case "connecting":
      return { key: "connection.connecting", tone: "busy" };
    case "waiting":
      return { key: "connection.badgeLost", tone: "bad" };
    case "cut":
      return { key: "connection.badgeCut", tone: "busy" };
    case "paused":
      return { key: "connection.badgePaused", tone: "busy" };
    case "released":
      return { key: "connection.released", tone: "busy" };
    case "closed":
    case "refused":
    case "stopped":
      return { key: "connection.badgeEnded", tone: "bad" };
  }
}
