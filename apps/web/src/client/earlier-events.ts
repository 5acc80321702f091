import { fold, ROUTES } from "@agent-studio/shared";
import { addressOf } from "./api-client.ts";
import { breathe } from "./breathing.ts";
import { readLogFile } from "./log-file.ts";
import type { LogSource } from "./log-file.ts";
import type { SessionStore } from "./session-store.ts";

/** Loads what the server still has of the log before what is held. Resolves with whether the history now reaches further back. */
export async function loadEarlierEvents(store: SessionStore): Promise<boolean> {
  const { sessionId } = store;
  const before = store.view.get().events.history.start + 1;
  try {
    const response = await fetch(
      addressOf(ROUTES.downloadEvents, { sessionId }),
    );
    const { body } = response;
    if (!response.ok || body === null) return false;
    const source: LogSource = { name: "", size: 0, stream: () => body };
    const result = await readLogFile(source, { before, breathe });
    if (!result.ok || result.log.state.sequence !== before - 1) return false;
    const { history, state } = result.log;
    const held = store.view.get().events.history.archive;
    const events = held.range(held.first, held.last);
    history.add(events, fold(state, events).state);
    return store.adopt(history);
  } catch {
    return false;
  }
}
