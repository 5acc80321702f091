import { useMemo } from "react";
import { ChevronUp } from "lucide-react";
import { MessageRow, StepsRow } from "./messages.tsx";
import { useRevealed, RevealedProvider } from "./use-revealed.ts";
import { useRowWindow } from "./use-row-window.ts";
import { useRestoredPlace } from "./use-restored-place.ts";
import { useSessionState } from "./session-context.tsx";
import { useSettledOpen } from "./settled-open.ts";
import { threadRows } from "./thread-rows.ts";
import type { ThreadRow } from "./thread-rows.ts";
import type { ThreadScroll } from "./thread-scroll.ts";
import { useThreadTexts } from "./use-thread-texts.ts";
import { WorkingNote } from "./working-note.tsx";

/** What was said, oldest first, with the message being written last. */
export function MessageList(props: { readonly scroll: ThreadScroll | null }) {
  const { scroll } = props;
  const tt = useThreadTexts();
  const finished = useSessionState((state) => state.messages);
  const open = useSettledOpen();
  const rows = useMemo(() => threadRows(finished), [finished]);
  const revealed = useRevealed();
  const place = useRestoredPlace(scroll);
  const needed = revealed?.messageId ?? place?.messageId;
  const { first, showEarlier } = useRowWindow({
    rows,
    scroll,
    needed: needed === undefined ? -1 : indexOfMessage(rows, needed),
  });
  // One list with one key a message: what is written goes on as the same element when it is finished.
  const shown = rows.slice(first).map((row) => rowElement(row));
  if (open !== null) {
    shown.push(<MessageRow key={open.messageId} message={open} />);
  }
  return (
    <RevealedProvider value={revealed}>
      {first > 0 && (
        <button type="button" className="button earlier" onClick={showEarlier}>
          <ChevronUp aria-hidden className="inline-icon" />
          {tt("thread.earlier", { count: first })}
        </button>
      )}
      {shown}
      <WorkingNote />
    </RevealedProvider>
  );
}

function rowElement(row: ThreadRow) {
  return row.kind === "steps" ? (
    <StepsRow key={row.key} messages={row.messages} calls={row.calls} />
  ) : (
    <MessageRow key={row.message.messageId} message={row.message} />
  );
}

function indexOfMessage(rows: readonly ThreadRow[], messageId: string): number {
  return rows.findIndex((row) =>
    row.kind === "steps"
      ? row.messages.some((message) => message.messageId === messageId)
      : row.message.messageId === messageId,
  );
}
