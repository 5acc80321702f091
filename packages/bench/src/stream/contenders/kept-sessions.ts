/** The sessions of a contender that brings no log of its own: what was published, numbered as the product numbers it. */
import type { EventInput, HarnessEvent } from "@agent-studio/shared";

const MARK = "B".repeat(22);

export interface KeptSession<Kept, Watcher> {
  readonly sessionId: string;
  /** From the first event on. */
  readonly kept: Kept[];
  readonly watchers: Set<Watcher>;
  /** The event as everyone sees it, with the next number. */
  number(input: EventInput): HarnessEvent;
}

export class KeptSessions<Kept, Watcher> {
  readonly #sessions = new Map<string, KeptSession<Kept, Watcher>>();

  create(sessionId: string): KeptSession<Kept, Watcher> {
    let sequence = 0;
    const now = createTimestamps();
    const session: KeptSession<Kept, Watcher> = {
      sessionId,
      kept: [],
      watchers: new Set(),
      number(input) {
        sequence += 1;
        const eventId = `evt_${MARK}_${sequence}`;
        return { eventId, sessionId, sequence, timestamp: now(), ...input };
      },
    };
    this.#sessions.set(sessionId, session);
    return session;
  }

  /** Throws for a session that was not created. */
  get(sessionId: string): KeptSession<Kept, Watcher> {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) throw new Error(`There is no ${sessionId}.`);
    return session;
  }
}

/** The time as text, written once a millisecond. */
function createTimestamps(): () => string {
  let written = { ms: 0, text: "" };
  return () => {
    const ms = Date.now();
    if (ms !== written.ms) written = { ms, text: new Date(ms).toISOString() };
    return written.text;
  };
}

/** What a watcher of a contender with these sessions asks for. */
export function placeById(
  sessionId: string,
  after: number,
): { readonly path: string; readonly headers: Record<string, string> } {
  const headers = { "last-event-id": `evt_${MARK}_${after}` };
  return { path: `/sessions/${sessionId}`, headers };
}

/** The session and the place that a request asks for. */
export function askedFor(
  path: string,
  lastEventId: string | string[] | undefined,
): { readonly sessionId: string; readonly after: number } {
  const id = String(lastEventId ?? "");
  return {
    sessionId: path.slice(path.lastIndexOf("/") + 1),
    after: Number(id.slice(id.lastIndexOf("_") + 1)),
  };
}
