/**
 * How many commits a database has had, kept beside it: a write-ahead file that is cut or left behind looks to SQLite
 * like a shorter history, and nothing in the database can tell. Written after each commit and never before, so a
 * database that has fewer commits than its mark has lost some. Without fsync: what the mark says survives the process,
 * and after a fall of the machine only what had been committed with fsync is asked for.
 */
import {
  closeSync,
  constants,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import { bootId } from "./process-identity.ts";

/** Room for the text, in bytes; one write of it is one page of the file. */
const MARK_BYTES = 160;

interface Mark {
  readonly boot: string | undefined;
  readonly commits: number;
  readonly durable: number;
}

export class CommitMark {
  readonly #file: number;
  readonly #boot = bootId();
  readonly #bytes = Buffer.alloc(MARK_BYTES, " ");
  #durable = 0;

  /** Opens or makes the file; throws what the system says. */
  constructor(path: string) {
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    this.#durable = this.#read()?.durable ?? 0;
  }

  /** Notes a commit; `isDurable` when it was made with fsync. Never throws: the commit has happened. */
  note(commits: number, isDurable: boolean): void {
    if (isDurable) this.#durable = commits;
    const mark: Mark = { boot: this.#boot, commits, durable: this.#durable };
    this.#bytes.fill(" ");
    this.#bytes.write(`${JSON.stringify(mark)}\n`);
    try {
      writeSync(this.#file, this.#bytes, 0, MARK_BYTES, 0);
    } catch {
      // An older mark asks for less.
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(): Mark | undefined {
    const bytes = Buffer.alloc(MARK_BYTES);
    const length = readSync(this.#file, bytes, 0, MARK_BYTES, 0);
    return parseMark(bytes.toString("utf8", 0, length));
  }
}

/** The least number of commits that the database beside a mark must have; 0 without a mark. Changes nothing. */
export function expectedCommits(path: string): number {
  const mark = parseMark(readIfThere(path));
  if (mark === undefined) return 0;
  const isSameBoot = mark.boot !== undefined && mark.boot === bootId();
  return isSameBoot ? mark.commits : mark.durable;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const isMissing =
      error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing) return "";
    throw error;
  }
}

function parseMark(text: string): Mark | undefined {
  try {
    return toMark(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function toMark(value: unknown): Mark | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const boot = "boot" in value ? value.boot : undefined;
  const commits = "commits" in value ? value.commits : undefined;
  const durable = "durable" in value ? value.durable : undefined;
  if (!isCount(commits) || !isCount(durable)) return undefined;
  return {
    boot: typeof boot === "string" ? boot : undefined,
    commits,
    durable,
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
