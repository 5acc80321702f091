import type { Connection } from "../client/connection.ts";
import type { TextKey } from "../texts/en.ts";
import { useSessionPart } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";

type Tone = "good" | "busy" | "bad";

/** The state of the stream at a glance. */
export function ConnectionBadge() {
  const { t } = useTexts();
  const connection = useSessionPart((view) => view.connection);
  const { key, tone } = badgeOf(connection);
  return (
    <span className="badge" data-tone={tone}>
      <span className="run-dot" aria-hidden />
      {t(key)}
    </span>
  );
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
    case "waiting":
      return { key: "connection.connecting", tone: "busy" };
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
