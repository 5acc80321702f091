/**
 * The log of a session and the ways to it: a store holds logs, the owner of a session appends through an
 * `EventLog`, everyone else reads through an `EventReader`. Reading is pull plus wake: a watcher keeps its own
 * position and asks for the next page, so replay and live are one loop and can't race. Only committed events
 * are ever readable. None of these calls takes a signal: each ends by itself, within one commit of the adapter.
 */
import type { EventInput, EventType, HarnessEvent } from "@agent-studio/shared";

/** Written once, when a session is created. */
export interface SessionHeader {
  readonly sessionId: string;
  readonly viewerId: string;
  readonly labId: string;
  readonly title: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly createdAt: string;
}

/** The private part of an event: any JSON, stored and deleted with the event, never framed. */
export type SealedPart = unknown;

/** What the owner appends; a `sealed` of `undefined` is none. */
export type NewEvent = EventInput & { readonly sealed?: SealedPart };

/** What the log made of it: the event as everyone sees it, without its sealed part. */
export type StoredEvent = HarnessEvent;

/** A sealed part with the place of its event; a copy that is the caller's own. */
export interface SealedRecord {
  readonly sequence: number;
  readonly type: EventType;
  readonly sealed: SealedPart;
}

/** Where a watcher says it is. `start` is the place before the oldest retained event. */
export type EventCursor =
  | { readonly kind: "start" }
  | { readonly kind: "sequence"; readonly after: number }
  | { readonly kind: "eventId"; readonly id: string };

/** Where reading goes on, or why it can't: the place is no longer retained, or never was one of this log. */
export type CursorLocation =
  { readonly after: number } | { readonly reset: "gap" | "unknown_cursor" };

/** Whole frames, as they are sent. An empty page has `last` equal to the place it was asked for. */
export interface FramePage {
  /** Shared with every watcher at the same place: never write to it. */
  readonly frames: Buffer;
  /** Sequence of the first event in `frames`; `last + 1` in an empty page. */
  readonly first: number;
  /** Sequence of the last event in `frames`: the next place to ask for. */
  readonly last: number;
  /**
   * Nothing will ever follow `last`: it is the session's deletion, or the log was deleted, or the store closed.
   * The end of a watcher's loop.
   */
  readonly closed: boolean;
}

export type EventStoreErrorCode =
  /** `create` for a session that is there already. */
  | "session_exists"
  /** `open` of a session that is not there. */
  | "session_not_found"
  /** The log was opened again since; this handle is no longer its owner. */
  | "fenced"
  /** The handle, or the store, was closed; after a failed commit or a deletion the handle is closed too. */
  | "closed"
  /** A commit failed; what was not committed is gone. */
  | "unavailable"
  /** An event is larger than the store takes. */
  | "too_large"
  /** An event or its sealed part can't be written as JSON. */
  | "not_serializable"
  /** The page asked for was dropped by retention; `locate` says the same as `gap`. */
  | "not_retained";

/** The only error that these ports throw or reject with. */
export class EventStoreError extends Error {
  override readonly name = "EventStoreError";
  readonly code: EventStoreErrorCode;

  constructor(
    code: EventStoreErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
  }
}

/** Holds the logs of all sessions. Sessions share nothing: a failure of one is not seen by another. */
export interface EventStore {
  /** Whether what is committed is there again after the process, so that a run may wait over a restart. */
  readonly outlivesProcess: boolean;
  /**
   * Called once a session, before its first event. Makes an empty log and opens it.
   * Rejects with `session_exists`, `unavailable` or `closed`.
   */
  create(header: SessionHeader): Promise<EventLog>;
  /**
   * Called to become the owner of a log, at start and after a failed commit. Older handles are fenced at once;
   * what they had appended before is committed (or lost) by the time this resolves, and the next sequence
   * follows it. Rejects with `session_not_found`, `unavailable` or `closed`.
   */
  open(sessionId: string): Promise<EventLog>;
  /** The reader of a session, the same object for everyone; undefined when there is no such session. */
  reader(sessionId: string): EventReader | undefined;
  /** Every session's header, in the order of creation. Rejects with `unavailable` or `closed`. */
  list(): Promise<readonly SessionHeader[]>;
  /**
   * Removes a log with its sealed parts and its header, without waiting for watchers: they get an empty page
   * with `closed`. Handles are closed, uncommitted events are dropped. A session that is not there is no
   * failure. Rejects with `unavailable` or `closed`.
   */
  delete(sessionId: string): Promise<void>;
  /**
   * Commits what is appended, closes every handle, and wakes every watcher; they can still read to the end,
   * where `closed` says so. Idempotent; never rejects.
   */
  close(): Promise<void>;
}

/** The owner's handle. There is one live handle a log: opening again fences older ones. */
export interface EventLog {
  readonly reader: EventReader;
  /** Bytes of the frames that were appended through this handle. */
  readonly appendedBytes: number;
  /**
   * Appends a batch, all of it or nothing: ids, sequences (dense, from 1) and one time are assigned at once, and
   * `runId` and `actor` are kept as given. The events become readable together when they are committed, which
   * is never before the end of the tick. The payload belongs to the log from here on: don't change it.
   * An empty batch does nothing. Throws `fenced`, `closed`, `too_large` or `not_serializable`, and then nothing
   * was appended.
   */
  append(batch: readonly NewEvent[]): readonly StoredEvent[];
  /**
   * Resolves when everything appended so far is committed and readable. Rejects with `unavailable` when a commit
   * failed (from then on always) and with `closed` when the log was deleted before.
   */
  settled(): Promise<void>;
  /**
   * As `settled`, but hurries nothing: text that streams may wait a few milliseconds for that of other sessions. For
   * who only wants to learn that a commit failed.
   */
  kept(): Promise<void>;
  /**
   * The committed sealed parts after a sequence, in order; kept until the session is deleted, also for events
   * that retention has dropped. Called to resume a run. Rejects with `fenced`, `closed` or `unavailable`.
   */
  sealed(after: number): Promise<readonly SealedRecord[]>;
  /** Commits what is appended and gives the handle back; the reader goes on. Idempotent; never rejects. */
  close(): Promise<void>;
}

/** What watchers get: committed events only. A watcher can't slow down or break the owner or another watcher. */
export interface EventReader {
  /** The oldest event that can still be read; `latestSequence + 1` when there is none. */
  readonly oldestSequence: number;
  /** The latest committed event; 0 before the first. */
  readonly latestSequence: number;
  /** Bytes of the frames that became readable since this reader exists: how far the log has moved on, at no cost. */
  readonly visibleBytes: number;
  /**
   * Called once when a watcher arrives; costs the same at every place. The latest place is known, one beyond it is
   * not; an id that is not the id of the event at its place is unknown; an id or place before what is retained
   * is a gap. Rejects with `unavailable`.
   */
  locate(cursor: EventCursor): Promise<CursorLocation>;
  /**
   * The frames after a place: at most `maxBytes`, but at least one event when there is any; often fewer, since pages
   * end where the log's own blocks end, so that watchers meet at the same places and share bytes.
   * Rejects with `not_retained` when the watcher has fallen behind retention, and with `unavailable`.
   */
  read(after: number, maxBytes: number): Promise<FramePage>;
  /**
   * The page that `read` gives, when it lies in memory; undefined when it has to be fetched or is not retained. For
   * those who follow: a thousand watchers at the head cost no promise each.
   */
  ready(after: number, maxBytes: number): FramePage | undefined;
  /**
   * Calls `wake` after each commit and when the log ends, until the returned function is called (any number of
   * times). A wake says only that looking is worthwhile. What `wake` throws is dropped; it must not be async.
   */
  onVisible(wake: () => void): () => void;
}
