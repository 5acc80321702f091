import { Download, TriangleAlert } from "lucide-react";
import type { Connection } from "../client/connection.ts";
import { saveFile } from "../client/save-file.ts";
import { useSession, useSessionPart } from "./session-context.tsx";
import { StateBanner } from "./state-banner.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import type { Texts } from "./text-context.tsx";

type Final = Extract<Connection, { readonly phase: "closed" | "refused" }>;

/** The session can't be reached any more: what is here can be kept, and a new one begun. */
export function SessionGone({ connection }: { readonly connection: Final }) {
  const texts = useTexts();
  const { studio } = useStudio();
  const viewerLost =
    connection.phase === "refused" && connection.code === "VIEWER_REQUIRED";
  return (
    <StateBanner
      tone="danger"
      icon={TriangleAlert}
      action={texts.t("app.startOver")}
      onAction={() => void (viewerLost ? studio.begin() : studio.create())}
      text={finalText(texts, connection)}
    >
      <SaveLog />
    </StateBanner>
  );
}

/** What this page holds of the log outlives the session. */
function SaveLog() {
  const { t } = useTexts();
  const { sessionId } = useSession();
  const { history, rows } = useSessionPart((view) => view.events);
  if (rows === 0) return null;
  return (
    <button
      type="button"
      className="button"
      onClick={() => saveFile(history.archive.toBlob(), `${sessionId}.jsonl`)}
    >
      <Download aria-hidden className="inline-icon" />
      {t("connection.saveLog")}
    </button>
  );
}

function finalText({ t, error }: Texts, connection: Final): string {
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
