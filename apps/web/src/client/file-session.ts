/** A session that is only a file: everything of it is here, and nothing of it asks the server. */
import { breathe } from "./breathing.ts";
import { createCell } from "./cell.ts";
import { readLogFile } from "./log-file.ts";
import type { LogFile, LogFileFailure, ReadLogOptions } from "./log-file.ts";
import { REFUSING_API } from "./refusing-api.ts";
import { createSessionCommands } from "./session-commands.ts";
import type { SessionView } from "./session-log.ts";
import type { SessionStore } from "./session-store.ts";

export type OpenedFile =
  | { readonly ok: true; readonly log: LogFile; readonly store: SessionStore }
  | { readonly ok: false; readonly failure: LogFileFailure };

/** Reads a file to a session that can be looked at. Rejects only when the signal aborts. */
export async function openLogFile(
  file: File,
  options: Omit<ReadLogOptions, "breathe" | "before">,
): Promise<OpenedFile> {
  const result = await readLogFile(file, { ...options, breathe });
  if (!result.ok) return result;
  return { ok: true, log: result.log, store: createFileSession(result.log) };
}

function createFileSession(log: LogFile): SessionStore {
  const { sessionId } = log.state;
  const view = createCell<SessionView>({
    state: log.state,
    connection: { phase: "stopped" },
    replaying: false,
    events: log.history.view(),
    announcement: null,
  });
  return {
    sessionId,
    mode: "file",
    view,
    commands: createSessionCommands({ api: REFUSING_API, sessionId }),
    adopt: () => false,
    start: () => undefined,
    stop: () => undefined,
  };
}
