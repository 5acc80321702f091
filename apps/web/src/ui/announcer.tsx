import type { Announcement } from "../client/announcement.ts";
import { cancelText } from "./run-end.tsx";
import { useSessionPart } from "./session-context.tsx";
import { useToolTitle } from "./tool-title.ts";
import { useTexts } from "./text-context.tsx";
import type { Texts } from "./text-context.tsx";

/** The one live region: what happened, said once. */
export function Announcer() {
  const texts = useTexts();
  const titleOf = useToolTitle();
  const announcement = useSessionPart((view) => view.announcement);
  return (
    <div role="status" className="visually-hidden">
      {announcement !== null && say(texts, announcement, titleOf)}
    </div>
  );
}

function say(
  { t, error }: Texts,
  announcement: Announcement,
  titleOf: (name: string) => string,
): string {
  switch (announcement.kind) {
    case "started":
      return t("run.started");
    case "completed":
      return t("run.completed");
    case "failed":
      return t("run.failed", { reason: error(announcement.code) });
    case "cancelled":
      return t(cancelText(announcement.reason));
    case "approval":
      return t("approval.announce", { tool: titleOf(announcement.toolName) });
  }
}
