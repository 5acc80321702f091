import { useEffect, useState } from "react";
import { matchingSessions } from "./matching-sessions.ts";
import { NewSession } from "./new-session.tsx";
import { SessionDeletionNotes } from "./session-deletion-notes.tsx";
import { SessionFilter } from "./session-filter.tsx";
import { rowId } from "./session-row.tsx";
import { focusLater, SessionRows } from "./session-rows.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell, useCellPart } from "./use-cell.ts";
import { useShownSessions } from "./use-shown-sessions.ts";

/** With more sessions than this, a few letters are quicker than looking. */
const FILTER_FROM = 8;

/** The viewer's own sessions, and a new one. */
export function SessionsPanel() {
  const { t } = useTexts();
  const { studio, shelf } = useStudio();
  const currentId = useCellPart(studio.view, (view) => view.current?.sessionId);
  const sessions = useShownSessions();
  const { known, complete } = useCell(shelf.list.view);
  const [filter, setFilter] = useState("");
  const found = matchingSessions(sessions, filter);
  const isMany = sessions.length > FILTER_FROM || !complete;
  const undo = (sessionId: string) => {
    shelf.undo(sessionId);
    setFilter("");
    focusLater(rowId(sessionId));
  };
  return (
    <nav
      className="panel-section"
      aria-label={t("sessions.title")}
      onKeyDown={(event) => {
        const isUndo = event.key === "z" && (event.ctrlKey || event.metaKey);
        const last = shelf.deletions.view
          .get()
          .findLast(({ status }) => status === "waiting");
        if (!isUndo || last === undefined || isTyping(event.target)) return;
        event.preventDefault();
        undo(last.session.sessionId);
      }}
    >
      <h2>{t("sessions.title")}</h2>
      <NewSession />
      {known && isMany && (
        <SessionFilter
          text={filter}
          onChange={setFilter}
          onEnter={() => {
            const [first] = found;
            if (first !== undefined) focusLater(rowId(first.sessionId));
          }}
        />
      )}
      <SessionDeletionNotes onUndo={undo} />
      <SessionRows sessions={found} currentId={currentId} />
      <ListFoot filter={filter} isEmpty={found.length === 0} />
    </nav>
  );
}

/** What follows the rows: why there are none, older ones, and why the list may be old. */
function ListFoot(props: {
  readonly filter: string;
  readonly isEmpty: boolean;
}) {
  const { t, error } = useTexts();
  const { shelf } = useStudio();
  const { list } = shelf;
  const { known, complete, loadingMore, failure } = useCell(list.view);
  const { filter, isEmpty } = props;
  const searching = filter.trim() !== "";
  // What is looked for may be on any page.
  useEffect(() => {
    if (searching && !complete && !loadingMore && failure === null) {
      void list.loadMore();
    }
  }, [searching, complete, loadingMore, failure, list]);
  return (
    <>
      {isEmpty && complete && (
        <p className="note" role="status">
          {searching
            ? t("sessions.noMatch", { text: filter.trim() })
            : t("sessions.empty")}
        </p>
      )}
      {!known && <p className="note">{t("sessions.loading")}</p>}
      {known && !complete && (
        <button
          type="button"
          className="button wide"
          aria-disabled={loadingMore}
          onClick={() => void list.loadMore()}
        >
          {t(loadingMore ? "sessions.loadingMore" : "sessions.more")}
        </button>
      )}
      {failure !== null && (
        <p className="note list-failure" role="status">
          {t("sessions.stale", { reason: error(failure.code) })}{" "}
          <button
            type="button"
            className="link-button"
            onClick={() => void shelf.refresh()}
          >
            {t("skills.retry")}
          </button>
        </p>
      )}
    </>
  );
}

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  );
}
