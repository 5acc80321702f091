/** The committed side of one session's log in memory: retained frames, ids by opening, and who wants to be woken. */
import type { EventType } from "@agent-studio/shared";
import { EventStoreError } from "./event-store.ts";
import type {
  CursorLocation,
  EventCursor,
  FramePage,
  SealedRecord,
} from "./event-store.ts";
import { FrameSlabs } from "./frame-slabs.ts";
import type { FrameSlabsOptions } from "./frame-slabs.ts";
import { locateCursor } from "./locate-cursor.ts";
import type { LogOpening } from "./locate-cursor.ts";
import { endsLog } from "./log-end.ts";
import type { PreparedEvent } from "./prepared-event.ts";
import type { CommittedEvents } from "./queued-event-log.ts";
import { WakeList } from "./wake-list.ts";

interface KeptSeal {
  readonly sequence: number;
  readonly type: EventType;
  readonly json: string;
}

export class InMemoryEventReader implements CommittedEvents {
  readonly #frames: FrameSlabs;
  readonly #wakes = new WakeList();
  /** Outside the slabs: a run is resumed from its sealed parts, however much was streamed since. */
  #sealed: KeptSeal[] = [];
  #openings: LogOpening[] = [];
  #visibleBytes = 0;
  #ended = false;
  /** The latest event says that the session was deleted, so none can follow. */
  #deletion = false;

  constructor(options: FrameSlabsOptions) {
    this.#frames = new FrameSlabs(options);
  }

  get oldestSequence(): number {
    return this.#frames.oldestSequence;
  }

  get latestSequence(): number {
    return this.#frames.latestSequence;
  }

  get visibleBytes(): number {
    return this.#visibleBytes;
  }

  async locate(cursor: EventCursor): Promise<CursorLocation> {
    const { oldestSequence, latestSequence } = this;
    const openings = this.#openings;
    return locateCursor(cursor, { oldestSequence, latestSequence, openings });
  }

  async read(after: number, maxBytes: number): Promise<FramePage> {
    const page = this.ready(after, maxBytes);
    if (page === undefined) {
      throw new EventStoreError(
        "not_retained",
        `Events after ${after} are no longer kept; the oldest is ${this.oldestSequence}.`,
      );
    }
    return page;
  }

  ready(after: number, maxBytes: number): FramePage | undefined {
    if (after >= this.latestSequence) return this.#emptyPage(after);
    if (this.#ended && this.#isEmpty()) return this.#emptyPage(after);
    if (after < this.oldestSequence - 1) return undefined;
    const page = this.#frames.read(after, maxBytes);
    return page && { ...page, closed: this.#isEndAt(page.last) };
  }

  onVisible(wake: () => void): () => void {
    return this.#wakes.add(wake);
  }

  /** Makes a committed batch readable, all of it before anyone is woken; false when the log has ended meanwhile. */
  publish(batch: readonly PreparedEvent[], mark: string): boolean {
    if (this.#ended) return false;
    this.#noteOpening(mark);
    for (const { event, frame, frameBytes, sealedJson } of batch) {
      this.#frames.append(frame, frameBytes);
      this.#visibleBytes += frameBytes;
      this.#deletion ||= endsLog(event);
      if (sealedJson === undefined) continue;
      const { sequence, type } = event;
      this.#sealed.push({ sequence, type, json: sealedJson });
    }
    this.#forgetOpenings();
    this.#wakes.wakeAll();
    return true;
  }

  /** The sealed parts after a sequence, each a fresh copy. */
  sealedAfter(after: number): readonly SealedRecord[] {
    const from = this.#sealed.findIndex(({ sequence }) => sequence > after);
    if (from === -1) return [];
    return this.#sealed.slice(from).map(({ sequence, type, json }) => {
      const sealed: unknown = JSON.parse(json);
      return { sequence, type, sealed };
    });
  }

  /** Nothing will follow. Watchers are woken to find that out. */
  end(): void {
    this.#ended = true;
    this.#wakes.wakeAll();
  }

  /** Lets go of everything that is kept; ends the log. */
  erase(): void {
    this.#frames.clear();
    this.#sealed = [];
    this.#openings = [];
    this.end();
  }

  #isEmpty(): boolean {
    return this.oldestSequence > this.latestSequence;
  }

  #isEndAt(last: number): boolean {
    return last >= this.latestSequence && (this.#ended || this.#deletion);
  }

  #emptyPage(after: number): FramePage {
    const closed = this.#isEndAt(after) || (this.#ended && this.#isEmpty());
    return { frames: NO_FRAMES, first: after + 1, last: after, closed };
  }

  #noteOpening(mark: string): void {
    if (this.#openings.at(-1)?.mark === mark) return;
    this.#openings.push({ mark, firstSequence: this.latestSequence + 1 });
  }

  #forgetOpenings(): void {
    const oldest = this.oldestSequence;
    let next = this.#openings[1];
    while (next !== undefined && next.firstSequence <= oldest) {
      this.#openings.shift();
      next = this.#openings[1];
    }
  }
}

const NO_FRAMES = Buffer.alloc(0);
