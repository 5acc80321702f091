import { useState } from "react";
import type { KeyboardEvent } from "react";
import type { SessionSummary } from "@agent-studio/shared";
import { NEW_SESSION_ID } from "./new-session.tsx";
import { rowId, SessionRow } from "./session-row.tsx";
import { useStudio } from "./studio-context.tsx";
import { useSteadyOrder } from "./steady-order.ts";
import { useNow } from "./use-now.ts";

const CLOCK_MS = 20_000;

/** The rows: Tab leads to one of them, arrow keys to the others. */
export function SessionRows(props: {
  readonly sessions: readonly SessionSummary[];
  readonly currentId: string | undefined;
}) {
  const { shelf } = useStudio();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState<string | null>(null);
  const rows = useSteadyOrder(props.sessions, pointed || focused !== null);
  const now = useNow(CLOCK_MS);
  const ids = rows.map(({ sessionId }) => sessionId);
  const reachable = [focused, props.currentId].find(
    (id) => typeof id === "string" && ids.includes(id),
  );
  const remove = (sessionId: string) => {
    const next = neighbour(ids, sessionId);
    shelf.delete(sessionId, next);
    focusLater(next === null ? NEW_SESSION_ID : rowId(next));
  };
  return (
    <ul
      className="sessions"
      onPointerEnter={(event) => setPointed(event.pointerType === "mouse")}
      onPointerLeave={() => setPointed(false)}
      onBlur={() => setFocused(null)}
      onKeyDown={(event) => {
        const id = target(event, ids);
        if (id === undefined) return;
        event.preventDefault();
        document.getElementById(rowId(id))?.focus();
      }}
    >
      {rows.map((session) => (
        <SessionRow
          key={session.sessionId}
          session={session}
          isCurrent={session.sessionId === props.currentId}
          isReachable={session.sessionId === (reachable ?? ids[0])}
          now={now}
          onFocus={() => setFocused(session.sessionId)}
          onDelete={() => remove(session.sessionId)}
        />
      ))}
    </ul>
  );
}

/** The row below, else the one above, else none. */
function neighbour(ids: readonly string[], sessionId: string): string | null {
  const index = ids.indexOf(sessionId);
  return ids[index + 1] ?? ids[index - 1] ?? null;
}

/** Where a key leads to from the row that has the focus; only its own button moves, not what stands beside it. */
function target(
  event: KeyboardEvent<HTMLElement>,
  ids: readonly string[],
): string | undefined {
  const index = ids.findIndex((id) => rowId(id) === document.activeElement?.id);
  if (index < 0) return undefined;
  switch (event.key) {
    case "ArrowDown":
      return ids[index + 1];
    case "ArrowUp":
      return ids[index - 1];
    case "Home":
      return ids[0];
    case "End":
      return ids.at(-1);
    default:
      return undefined;
  }
}

/** Once what takes the place is drawn. */
export function focusLater(elementId: string): void {
  requestAnimationFrame(() => document.getElementById(elementId)?.focus());
}
