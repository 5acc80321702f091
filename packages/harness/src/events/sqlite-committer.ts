/**
 * Commits what the sessions appended in one turn of the event loop together: with fsync when one of the events needs
 * it, else without. When that fails each session is tried alone, so that only those whose own commit fails are hurt.
 */
import { isEffectEvent } from "@agent-studio/shared";
import type { CommitMark } from "./commit-mark.ts";
import type { PreparedEvent } from "./prepared-event.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

export interface CommitJob {
  readonly session: number;
  readonly batch: readonly PreparedEvent[];
  /** The mark of the ids, in the first batch of an opening. */
  readonly opening: string | undefined;
}

interface WaitingJob extends CommitJob {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class SqliteCommitter {
  readonly #database: SqliteDatabase;
  readonly #mark: CommitMark;
  #waiting: WaitingJob[] = [];
  #scheduled: NodeJS.Immediate | undefined;

  constructor(database: SqliteDatabase, mark: CommitMark) {
    this.#database = database;
    this.#mark = mark;
  }

  /** Resolves when the job is committed, rejects when it is not. */
  commit(job: CommitJob): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...job, resolve, reject });
      this.#scheduled ??= setImmediate(() => this.flush());
    });
  }

  /** Commits what waits, now. */
  flush(): void {
    if (this.#scheduled !== undefined) clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    const jobs = this.#waiting;
    this.#waiting = [];
    if (jobs.length === 0) return;
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
    const isDurable = jobs.some(({ batch }) =>
      batch.some(({ event }) => isEffectEvent(event)),
    );
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
