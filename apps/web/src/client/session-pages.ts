/** The list of sessions, newest first, as far as its pages were read. Pure. */
import type { SessionSummary } from "@agent-studio/shared";

export interface SessionPages {
  readonly sessions: readonly SessionSummary[];
  /** There are no older ones. */
  readonly complete: boolean;
}

/** Sessions that a page holds. */
export const SESSION_PAGE = 50;
/** The most that the server gives at once. */
const LARGEST_PAGE = 200;

/** How many of the newest to ask for, so that all that are listed are read again, and one tells of more. */
export function newestLimit({ sessions }: SessionPages): number {
  return Math.min(Math.max(SESSION_PAGE, sessions.length + 1), LARGEST_PAGE);
}

/** The list after its newest sessions, up to `limit`, were read again. */
export function withNewest(
  known: SessionPages,
  newest: readonly SessionSummary[],
  limit: number,
): SessionPages {
  if (newest.length < limit) return { sessions: newest, complete: true };
  const ids = idsOf(known.sessions);
  const isAll = newest.every(({ sessionId }) => ids.has(sessionId));
  return { sessions: newest, complete: known.complete && isAll };
}

/** The list with the page that comes after its last. */
export function withOlder(
  known: SessionPages,
  page: readonly SessionSummary[],
): SessionPages {
  const ids = idsOf(known.sessions);
  const fresh = page.filter(({ sessionId }) => !ids.has(sessionId));
  return {
    sessions: [...known.sessions, ...fresh],
    complete: page.length < SESSION_PAGE,
  };
}

/** The list with one session as it is now, at its place or, where it is new, at the top. What is known from a later event stays. */
export function withSession(
  known: SessionPages,
  session: SessionSummary,
): SessionPages {
  const { sessions } = known;
  const index = sessions.findIndex(
    ({ sessionId }) => sessionId === session.sessionId,
  );
  const before = sessions[index];
  if (before === undefined) {
    return { ...known, sessions: [session, ...sessions] };
  }
  // An answer may come after events that happened after it was given.
  if (before.lastSequence > session.lastSequence) return known;
  return { ...known, sessions: sessions.with(index, session) };
}

/** The list without one session. */
export function withoutSession(
  known: SessionPages,
  sessionId: string,
): SessionPages {
  return {
    ...known,
    sessions: known.sessions.filter((other) => other.sessionId !== sessionId),
  };
}

function idsOf(sessions: readonly SessionSummary[]): ReadonlySet<string> {
  return new Set(sessions.map(({ sessionId }) => sessionId));
}
