import { useState } from "react";
import type { Announcement } from "../client/announcement.ts";
import { pendingText } from "./pending-text.ts";
import { cancelText } from "./run-end.tsx";
import { useSessionPart, useSessionState } from "./session-context.tsx";
import { useToolTitle } from "./tool-title.ts";
import { useTexts } from "./text-context.tsx";
import type { Texts } from "./text-context.tsx";
import { usePendingCounts } from "./use-shown-sessions.ts";

/** The one live region: what happened, said once. */
export function Announcer() {
  const texts = useTexts();
  const titleOf = useToolTitle();
  const announcement = useSessionPart((view) => view.announcement);
  const waiting = useSessionState(
    (state) => state.approvals.filter(isPending).length,
  );
  const { all, here } = usePendingCounts();
  const elsewhere = useMoreElsewhere(all, all - here);
  return (
    // Each sentence is read by itself, and the same one again where it happened again.
    <div role="status" aria-atomic="false" className="visually-hidden">
      {announcement !== null && (
        <p key={announcement.sequence}>
          {say(texts, announcement, { titleOf, waiting })}
        </p>
      )}
      {elsewhere > 0 && (
        <p key={`elsewhere-${elsewhere}`}>
          {texts.t("inbox.elsewhere", {
            waiting: pendingText(texts, elsewhere),
          })}
        </p>
      )}
    </div>
  );
}

function isPending({ status }: { readonly status: string }): boolean {
  return status === "pending";
}

/** How many wait in other sessions, from when they became more until any are fewer; else 0. Opening another session makes none. */
function useMoreElsewhere(total: number, elsewhere: number): number {
  const [told, setTold] = useState({ total, elsewhere, more: false });
  if (told.total !== total || told.elsewhere !== elsewhere) {
    const grew = total > told.total && elsewhere > told.elsewhere;
    const more = grew || (told.more && elsewhere === told.elsewhere);
    setTold({ total, elsewhere, more });
  }
  return told.more ? elsewhere : 0;
}

function say(
  { t, error, number }: Texts,
  announcement: Announcement,
  facts: {
    readonly titleOf: (name: string) => string;
    readonly waiting: number;
  },
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
    case "approval": {
      const tool = facts.titleOf(announcement.toolName);
      return facts.waiting > 1
        ? t("inbox.several", { count: number(facts.waiting), tool })
        : t("approval.announce", { tool });
    }
  }
}
