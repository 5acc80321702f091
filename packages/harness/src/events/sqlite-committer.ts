/**
 * Commits what the sessions appended together: with fsync when one of the events needs it, else without. What is
 * awaited, an effect or sealed is committed at the end of the turn of the event loop, and so is what comes after a quiet
 * time; text that streams in many sessions waits a few milliseconds to be one commit. When a commit fails each session
 * is tried alone, so that only those whose own commit fails are hurt.
 */
import { isEffectEvent } from "@agent-studio/shared";
import type { CommitMark } from "./commit-mark.ts";
import { mayWait, type PreparedEvent } from "./prepared-event.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/**
 * The least time from one commit of streamed text to the next, in milliseconds: a commit costs as much as writing ten
 * events, and nobody who reads sees the difference.
 */
const GROUP_MS = 4;

export interface CommitJob {
  readonly session: number;
  readonly batch: readonly PreparedEvent[];
  /** The mark of the ids, in the first batch of an opening. */
  readonly opening: string | undefined;
  /** Whether someone waits for it. */
  readonly isAwaited: boolean;
}

export interface SqliteCommitterOptions {
  readonly database: SqliteDatabase;
  readonly mark: CommitMark;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

interface WaitingJob extends CommitJob {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class SqliteCommitter {
  readonly #database: SqliteDatabase;
  readonly #mark: CommitMark;
  readonly #now: () => number;
  #waiting: WaitingJob[] = [];
  #endOfTurn: NodeJS.Immediate | undefined;
  #endOfGroup: NodeJS.Timeout | undefined;
  /** When the last commit began in which there was streamed text. */
  #groupedAt = Number.NEGATIVE_INFINITY;

  constructor({ database, mark, now }: SqliteCommitterOptions) {
    this.#database = database;
    this.#mark = mark;
    this.#now = now;
  }

  /** Resolves when the job is committed, rejects when it is not. */
  commit(job: CommitJob): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...job, resolve, reject });
      const restMs = isStreamed(job)
        ? this.#groupedAt + GROUP_MS - this.#now()
        : 0;
      if (restMs <= 0) this.hurry();
      else
        this.#endOfGroup ??= setTimeout(() => this.flush(), Math.ceil(restMs));
    });
  }

  /** Commits what waits at the end of this turn of the event loop. */
  hurry(): void {
    if (this.#waiting.length === 0) return;
    this.#endOfTurn ??= setImmediate(() => this.flush());
  }

  /** Commits what waits, now. */
  flush(): void {
    clearImmediate(this.#endOfTurn);
    clearTimeout(this.#endOfGroup);
    this.#endOfTurn = undefined;
    this.#endOfGroup = undefined;
    const jobs = this.#waiting;
    this.#waiting = [];
    if (jobs.length === 0) return;
    if (jobs.some(isStreamed)) this.#groupedAt = this.#now();
    try {
      this.#write(jobs);
      for (const job of jobs) job.resolve();
    } catch (error) {
      if (jobs.length === 1) jobs[0]?.reject(error);
      else for (const job of jobs) this.#writeAlone(job);
    }
  }

  /** Writes in one transaction and notes it beside the database. Throws what SQLite says. */
  transact(isDurable: boolean, write: () => void): void {
    const commits = this.#database.commit(isDurable, write);
    this.#mark.note(commits, isDurable);
  }

  #writeAlone(job: WaitingJob): void {
    try {
      this.#write([job]);
      job.resolve();
    } catch (error) {
      job.reject(error);
    }
  }

  #write(jobs: readonly CommitJob[]): void {
    const isDurable = jobs.some(hasEffect);
    this.transact(isDurable, () => {
      for (const job of jobs) this.#insert(job);
    });
  }

  #insert({ session, batch, opening }: CommitJob): void {
    const [first] = batch;
    if (opening !== undefined && first !== undefined) {
      const firstSequence = first.event.sequence;
      this.#database.addOpening(session, { firstSequence, mark: opening });
    }
    for (const { event, frame, sealedJson } of batch) {
      const { sequence } = event;
      this.#database.addEvent(session, { sequence, frame, sealed: sealedJson });
    }
  }
}

function hasEffect({ batch }: CommitJob): boolean {
  return batch.some(({ event }) => isEffectEvent(event));
}

/** Whether it is nothing but text that streams, for which nobody waits. */
function isStreamed({ batch, isAwaited }: CommitJob): boolean {
  return !isAwaited && batch.every(mayWait);
}
