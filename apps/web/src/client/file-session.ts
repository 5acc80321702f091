/** A session that is only a file: everything of it is here, and nothing of it asks the server. */
import { breathe } from "./breathing.ts";
import { createCell } from "./cell.ts";
import { readLogFile } from "./log-file.ts";
import type { LogFile, LogFileFailure, ReadLogOptions } from "./log-file.ts";
import { createPastSession, viewOfPast } from "./past-session.ts";
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
  const { log } = result;
  const store = createPastSession({
    sessionId: log.state.sessionId,
    mode: "file",
    view: createCell(viewOfPast(log.state, log.history.view())),
  });
  return { ok: true, log, store };
}
