/** The log file that is open in place of a session, if one is. */
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";
import type { LogFile, LogFileFailure } from "./log-file.ts";
import type { SessionStore } from "./session-store.ts";

export interface OpenedLogView {
  /** What is shown now; null while sessions are. */
  readonly opened: {
    readonly log: LogFile;
    readonly store: SessionStore;
  } | null;
  readonly reading: {
    readonly name: string;
    readonly bytes: number;
    readonly size: number;
  } | null;
  readonly failure: {
    readonly name: string;
    readonly failure: LogFileFailure;
  } | null;
}

export interface OpenedLog {
  readonly view: ReadableCell<OpenedLogView>;
  /** Reads a file and shows it, or says why not. Never rejects; a second file takes the place of the first. */
  open(file: File): Promise<void>;
  /** Gives up reading, or goes back to the sessions. */
  close(): void;
  dismissFailure(): void;
}

const NOTHING: OpenedLogView = { opened: null, reading: null, failure: null };

/** No file is open at first. What reads one is loaded with the first. */
export function createOpenedLog(): OpenedLog {
  const view = createCell(NOTHING);
  let reading = new AbortController();
  return {
    view,
    async open(file) {
      reading.abort();
      const turn = new AbortController();
      reading = turn;
      const { name, size } = file;
      const patch = (part: Partial<OpenedLogView>) => {
        if (!turn.signal.aborted) view.set({ ...view.get(), ...part });
      };
      patch({ reading: { name, size, bytes: 0 }, failure: null });
      try {
        const { openLogFile } = await import("./file-session.ts");
        const result = await openLogFile(file, {
          signal: turn.signal,
          onProgress: (bytes) => patch({ reading: { name, size, bytes } }),
        });
        if (result.ok) patch({ reading: null, opened: result });
        else
          patch({ reading: null, failure: { name, failure: result.failure } });
      } catch {
        const failure: LogFileFailure = { kind: "unreadable" };
        patch({ reading: null, failure: { name, failure } });
      }
    },
    close() {
      reading.abort();
      view.set(NOTHING);
    },
    dismissFailure: () => view.set({ ...view.get(), failure: null }),
  };
}
