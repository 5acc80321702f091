/**
 * The owner's handle, the same for every adapter: it numbers and queues what is appended, hands it to the adapter in
 * batches, and makes it readable once that has kept it.
 */
import type { EventInput } from "@agent-studio/shared";
import { formatEventId } from "./event-id.ts";
import { EventStoreError } from "./event-store.ts";
import type {
  EventLog,
  EventReader,
  EventStoreErrorCode,
  NewEvent,
  SealedRecord,
  StoredEvent,
} from "./event-store.ts";
import { mayWait, prepareEvent } from "./prepared-event.ts";
import type { PreparedEvent } from "./prepared-event.ts";

/** The committed side of a log, as its owner sees it. */
export interface CommittedEvents extends EventReader {
  /** Makes a kept batch readable, all of it before anyone is woken; false when the log has ended meanwhile. */
  publish(batch: readonly PreparedEvent[], mark: string): boolean;
  /** The sealed parts after a sequence, each a fresh copy. Throws `unavailable`. */
  sealedAfter(after: number): readonly SealedRecord[];
}

export interface QueuedEventLogOptions {
  readonly sessionId: string;
  readonly reader: CommittedEvents;
  /** New at each opening. */
  readonly mark: string;
  /** The time now, as ISO 8601 in UTC with milliseconds. */
  readonly timeText: () => string;
  readonly maxEventBytes: number;
  /**
   * Keeps a batch; undefined where nothing is to do. What it throws or rejects with fails the commit. One that nobody
   * waits for may be kept a little later, together with others.
   */
  readonly keep:
    | ((
        batch: readonly PreparedEvent[],
        isAwaited: boolean,
      ) => void | Promise<void>)
    | undefined;
  /** Keeps at once what waits to be kept together with others. */
  readonly hurry?: () => void;
}

/** Runs what follows when the current piece of JavaScript is done. */
const NEXT = Promise.resolve();

export class QueuedEventLog implements EventLog {
  readonly reader: CommittedEvents;
  readonly #options: QueuedEventLogOptions;
  #nextSequence = 0;
  #appendedBytes = 0;
  /** Made anew for each batch: a list that waits for the next event keeps every event that was in it alive. */
  #pending: PreparedEvent[] | undefined;
  /** Ends when the queue is empty; never rejects. */
  #committing: Promise<void> | undefined;
  /** Whether someone waits until the queue is empty. */
  #isAwaited = false;
  /** Why nothing more can be appended. */
  #barred: EventStoreError | undefined;
  /** Why something that was appended will never be committed. */
  #lost: EventStoreError | undefined;

  constructor(options: QueuedEventLogOptions) {
    this.reader = options.reader;
    this.#options = options;
  }

  /** Called once, when every older handle is done: numbering goes on from what they committed. */
  start(): void {
    this.#nextSequence = this.reader.latestSequence + 1;
  }

  get appendedBytes(): number {
    return this.#appendedBytes;
  }

  append(batch: readonly NewEvent[]): readonly StoredEvent[] {
    if (this.#barred !== undefined) throw again(this.#barred);
    if (batch.length === 0) return [];
    const timestamp = this.#options.timeText();
    const prepared = batch.map((next, index) =>
      this.#prepare(next, this.#nextSequence + index, timestamp),
    );
    this.#nextSequence += prepared.length;
    for (const { frameBytes } of prepared) this.#appendedBytes += frameBytes;
    const events = prepared.map(({ event }) => event);
    if (this.#pending === undefined) this.#pending = prepared;
    else this.#pending.push(...prepared);
    // It would wait behind what was appended before.
    if (!prepared.every(mayWait)) this.#hurry();
    this.#committing ??= NEXT.then(() => this.#commitAll());
    return events;
  }

  settled(): Promise<void> {
    this.#hurry();
    return this.kept();
  }

  async kept(): Promise<void> {
    await this.#committing;
    if (this.#lost !== undefined) throw again(this.#lost);
  }

  async sealed(after: number): Promise<readonly SealedRecord[]> {
    if (this.#barred !== undefined) throw again(this.#barred);
    return this.reader.sealedAfter(after);
  }

  async close(): Promise<void> {
    this.#bar("closed", "The log was closed.");
    this.#hurry();
    await this.#committing;
  }

  /** The log has a new owner. What was appended before is still committed; resolves when that is done. */
  async fence(): Promise<void> {
    this.#bar("fenced", "The log was opened again; this handle is old.");
    this.#hurry();
    await this.#committing;
  }

  /** The log was deleted: what is not committed is dropped. */
  abandon(): void {
    this.#bar("closed", "The session was deleted.");
    if (this.#committing !== undefined) {
      this.#drop(deleted());
    }
  }

  #hurry(): void {
    if (this.#committing === undefined) return;
    this.#isAwaited = true;
    this.#options.hurry?.();
  }

  #prepare(next: NewEvent, sequence: number, timestamp: string): PreparedEvent {
    const { sessionId, mark, maxEventBytes } = this.#options;
    const eventId = formatEventId({ mark, sequence });
    const envelope = { eventId, sessionId, sequence, timestamp };
    const input = "sealed" in next ? withoutSealed(next) : next;
    const event = Object.freeze(toStored(envelope, input));
    return prepareEvent(event, next.sealed, maxEventBytes);
  }

  /** Undefined when it is done already, and that without a further tick. */
  #commitAll(): Promise<void> | undefined {
    for (let batch = this.#take(); batch !== undefined; batch = this.#take()) {
      const written = this.#write(batch);
      if (written !== undefined) return this.#goOnAfter(written, batch);
      this.#publish(batch);
    }
    this.#committing = undefined;
    this.#isAwaited = false;
    return undefined;
  }

  async #goOnAfter(
    written: Promise<void>,
    batch: readonly PreparedEvent[],
  ): Promise<void> {
    await written;
    if (this.#lost === undefined) this.#publish(batch);
    await this.#commitAll();
  }

  #take(): readonly PreparedEvent[] | undefined {
    const batch = this.#pending;
    this.#pending = undefined;
    return batch;
  }

  #publish(batch: readonly PreparedEvent[]): void {
    const isVisible = this.reader.publish(batch, this.#options.mark);
    if (!isVisible) this.#drop(deleted());
  }

  /** Undefined when it is done already: a commit that waits for nothing takes no further tick. */
  #write(batch: readonly PreparedEvent[]): Promise<void> | undefined {
    const { keep } = this.#options;
    return keep === undefined ? undefined : this.#tryKeep(keep, batch);
  }

  async #tryKeep(
    keep: NonNullable<QueuedEventLogOptions["keep"]>,
    batch: readonly PreparedEvent[],
  ): Promise<void> {
    try {
      await keep(batch, this.#isAwaited);
    } catch (cause) {
      const message = "A commit failed; what was not committed is gone.";
      this.#bar("closed", message);
      this.#drop(new EventStoreError("unavailable", message, { cause }));
    }
  }

  #bar(code: EventStoreErrorCode, message: string): void {
    this.#barred ??= new EventStoreError(code, message);
  }

  #drop(why: EventStoreError): void {
    this.#lost ??= why;
    this.#pending = undefined;
  }
}

interface Envelope {
  readonly eventId: string;
  readonly sessionId: string;
  readonly sequence: number;
  readonly timestamp: string;
}

// The envelope comes first for readers of the stream, and once more so that nothing in the input can replace it.
function toStored(envelope: Envelope, input: EventInput): StoredEvent {
  return Object.assign({ ...envelope, ...input }, envelope);
}

// Few events have a sealed part, and leaving a property out costs more than all the rest of making an event.
function withoutSealed({ sealed: _sealed, ...input }: NewEvent): EventInput {
  return input;
}

function deleted(): EventStoreError {
  return new EventStoreError("closed", "The session was deleted.");
}

// Each caller gets an error of its own, with its own stack.
function again(error: EventStoreError): EventStoreError {
  return new EventStoreError(error.code, error.message, { cause: error.cause });
}
