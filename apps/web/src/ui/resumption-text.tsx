import type { Resumption } from "../client/session-log.ts";
import { useSessionPart } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";

/** How the stream was taken up again: the cursor that was sent, and the events that came once more. */
export function ResumptionText(props: { readonly resumption: Resumption }) {
  const { t, number } = useTexts();
  const { cursor, afterSequence, upTo } = props.resumption;
  const reached = useSessionPart((view) =>
    Math.min(view.state.sequence, upTo ?? view.state.sequence),
  );
  const replayed = Math.max(0, reached - afterSequence);
  return (
    <>
      {t("connection.restored")}{" "}
      <code className="cursor">{sentAs(cursor)}</code>{" "}
      {replayed === 0
        ? t("connection.replayedNone")
        : t("connection.replayed", {
            count: number(replayed),
            first: number(afterSequence + 1),
            last: number(reached),
          })}
    </>
  );
}

/** The cursor as it stands in the request. */
function sentAs(cursor: Resumption["cursor"]): string {
  if (cursor === null) return "–";
  return "lastEventId" in cursor
    ? `Last-Event-ID: ${cursor.lastEventId}`
    : `?afterSequence=${cursor.afterSequence}`;
}
