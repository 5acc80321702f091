import type { Connection } from "../client/connection.ts";
import { FailureNote } from "./failure-note.tsx";
import { useSessionPart } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import type { Texts } from "./text-context.tsx";
import { useOnline } from "./use-online.ts";

/** Says when what is shown may not be all there is, and what leads on. */
export function ConnectionBanner() {
  const texts = useTexts();
  const { studio } = useStudio();
  const online = useOnline();
  const connection = useSessionPart((view) => view.connection);
  const sequence = useSessionPart((view) => view.state.sequence);
  const closed = useSessionPart((view) => view.state.closed);
  if (connection.phase === "closed" || connection.phase === "refused") {
    const viewerLost =
      connection.phase === "refused" && connection.code === "VIEWER_REQUIRED";
    return (
      <FailureNote text={finalText(texts, connection)}>
        <button
          type="button"
          className="button"
          onClick={() => void (viewerLost ? studio.begin() : studio.create())}
        >
          {texts.t("app.startOver")}
        </button>
      </FailureNote>
    );
  }
  const text = passingText(texts, connection, {
    online,
    sequence,
    shutdown: closed === "shutdown",
  });
  return text === null ? null : (
    <p className="banner" data-phase={connection.phase}>
      {text}
    </p>
  );
}

function finalText(
  { t, error }: Texts,
  connection: Extract<Connection, { readonly phase: "closed" | "refused" }>,
): string {
  if (connection.phase === "closed") return t("connection.closed");
  switch (connection.code) {
    case "SESSION_NOT_FOUND":
      return t("connection.refusedGone");
    case "VIEWER_REQUIRED":
      return t("connection.refusedViewer");
    default:
      return t("connection.refusedOther", { reason: error(connection.code) });
  }
}

function passingText(
  { t, number }: Texts,
  connection: Connection,
  facts: {
    readonly online: boolean;
    readonly sequence: number;
    readonly shutdown: boolean;
  },
): string | null {
  const sequence = number(facts.sequence);
  switch (connection.phase) {
    case "waiting":
      if (!facts.online) return t("connection.offline", { sequence });
      return facts.shutdown
        ? `${t("connection.shutdown")} ${t("connection.waiting", { sequence })}`
        : t("connection.waiting", { sequence });
    case "connecting":
      return connection.attempt > 0
        ? t("connection.waiting", { sequence })
        : null;
    case "recovering":
      return t("connection.recovering");
    case "paused":
      return t("connection.paused");
    default:
      return null;
  }
}
