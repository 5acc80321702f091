/**
 * One watcher: a socket and a cursor. Holds no queue; what the socket did not take yet is at most one slice, and the
 * rest stays in the log until the socket drains. It works in turns, one page each.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { EventStoreError, type FramePage } from "@agent-studio/harness";
import { RETRY_FRAME, encodeComment } from "@agent-studio/shared";
import type { StreamLimits } from "./stream-limits.ts";
import type { StreamTopic, Watcher } from "./stream-topic.ts";
import type { Turns, Work } from "./turns.ts";

const HEARTBEAT_FRAME = encodeComment("heartbeat");

/** A page of which a part is written. */
interface Slice {
  readonly bytes: Buffer;
  offset: number;
}

export interface EventStreamOptions {
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string | string[] | number>>;
  readonly limits: StreamLimits;
  readonly turns: Turns;
  /** Whether nothing more will come, so that a stream ends once it has sent everything. */
  readonly isLastCall: () => boolean;
  /** What is sent when the log no longer holds what comes next. */
  readonly gapSignal: () => string;
  readonly onEnd: () => void;
}

export class EventStream implements Watcher, Work {
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  readonly #options: EventStreamOptions;
  #topic: StreamTopic | undefined;
  #cursor = 0;
  #slice: Slice | undefined;
  #hasAsked = false;
  #reading = false;
  #waitingForDrain = false;
  #heartbeatDue = false;
  #ending: { readonly signal: string | undefined } | undefined;
  #ended = false;
  #endTimer: NodeJS.Timeout | undefined;
  /** How long the log was when this watcher was last at its head, and what it was sent since. */
  #base = { sequence: 0, bytes: 0 };
  #sentSinceBase = 0;

  /** Takes the connection over: sends the headers and the first line, and answers nothing more by itself. */
  constructor(options: EventStreamOptions) {
    const { response, headers, limits } = options;
    this.#options = options;
    this.#response = response;
    // The end of the stream is the end of the connection: frames go to the socket as they lie in the log.
    response.removeHeader("transfer-encoding");
    response.writeHead(200, {
      ...headers,
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      connection: "close",
    });
    response.flushHeaders();
    if (response.socket === null) throw new Error("The connection is gone.");
    this.#socket = response.socket;
    this.#socket.on("drain", () => this.#onDrain());
    response.once("close", () => this.#onClose());
    response.setTimeout(limits.stallMs, () => this.#onStall());
    this.#socket.write(RETRY_FRAME);
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** Sends everything after the cursor, then what comes. */
  follow(topic: StreamTopic, after: number): void {
    if (this.#ended) return;
    this.#topic = topic;
    this.#cursor = after;
    this.#base = lengthOf(topic);
    topic.join(this);
    this.pump();
  }

  /** Sends what there is when its turn comes, as far as the socket takes it. Never throws; returns at once. */
  pump(): void {
    if (this.#ended) return;
    if (this.#waitingForDrain) return this.#dropIfTooFarBehind();
    if (this.#hasAsked || this.#reading) return;
    this.#hasAsked = true;
    this.#options.turns.ask(this);
  }

  /** Ends the stream after the frame that is under way, with a last signal if there is one. Idempotent. */
  end(signal?: string): void {
    if (this.#ended || this.#ending !== undefined) return;
    this.#ending = { signal };
    this.#endTimer = setTimeout(
      () => this.destroy(),
      this.#options.limits.endMs,
    );
    this.pump();
  }

  /** Cuts the connection. The client comes back with its last id and misses nothing. */
  destroy(): void {
    this.#socket.destroy();
  }

  /** Shows that the line is open, unless something is on its way that shows it. */
  heartbeat(): void {
    if (this.#waitingForDrain) return;
    this.#heartbeatDue = true;
    this.pump();
  }

  /** Sends at most one page. */
  takeTurn(): void {
    this.#hasAsked = false;
    if (this.#ended || this.#waitingForDrain || !this.#writeSlice()) return;
    if (this.#ending !== undefined) return this.#finish(this.#ending.signal);
    const topic = this.#topic;
    if (topic === undefined) return this.#wait();
    if (this.#cursor + 1 < topic.reader.oldestSequence)
      return this.#finish(this.#options.gapSignal());
    const page = topic.ready(this.#cursor);
    if (page === undefined) this.#read(topic);
    else this.#send(page, topic);
  }

  #read(topic: StreamTopic): void {
    this.#reading = true;
    topic.read(this.#cursor).then(
      (page) => {
        this.#reading = false;
        if (!this.#ended) this.#send(page, topic);
      },
      (error: unknown) => this.#onReadFailure(error),
    );
  }

  #send(page: FramePage, topic: StreamTopic): void {
    if (page.frames.length > 0) {
      this.#slice = { bytes: page.frames, offset: 0 };
      this.#cursor = page.last;
      if (page.first > this.#base.sequence)
        this.#sentSinceBase += page.frames.length;
      this.#heartbeatDue = false;
      this.#writeSlice();
    }
    if (page.closed) return this.end();
    if (this.#slice !== undefined || this.#ending !== undefined)
      return this.pump();
    if (this.#cursor < topic.reader.latestSequence) this.pump();
    else this.#rest(topic);
  }

  /** Everything that was there is sent; the next wake goes on. */
  #rest(topic: StreamTopic): void {
    this.#base = lengthOf(topic);
    this.#sentSinceBase = 0;
    this.#wait();
  }

  #wait(): void {
    if (this.#options.isLastCall()) return this.end();
    if (!this.#heartbeatDue) return;
    this.#heartbeatDue = false;
    this.#write(HEARTBEAT_FRAME);
  }

  /** Writes what is left of the page; false when the socket has to drain first. */
  #writeSlice(): boolean {
    const slice = this.#slice;
    if (slice === undefined) return true;
    const { sliceBytes } = this.#options.limits;
    while (slice.offset < slice.bytes.length) {
      const next = partOf(slice, sliceBytes);
      slice.offset += next.length;
      if (!this.#write(next)) break;
    }
    if (slice.offset >= slice.bytes.length) this.#slice = undefined;
    return !this.#waitingForDrain;
  }

  #write(bytes: Buffer | string): boolean {
    const goOn = this.#socket.write(bytes);
    this.#waitingForDrain = !goOn;
    return goOn;
  }

  #dropIfTooFarBehind(): void {
    if (this.#topic === undefined) return;
    const { bytes } = lengthOf(this.#topic);
    const behind = bytes - this.#base.bytes - this.#sentSinceBase;
    if (behind > this.#options.limits.behindBytes) this.destroy();
  }

  #finish(signal: string | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    if (signal !== undefined) this.#socket.write(signal);
    this.#endTimer ??= setTimeout(
      () => this.destroy(),
      this.#options.limits.endMs,
    );
    this.#response.end();
  }

  #onReadFailure(error: unknown): void {
    this.#reading = false;
    const fellBehind =
      error instanceof EventStoreError && error.code === "not_retained";
    if (fellBehind) this.#finish(this.#options.gapSignal());
    else this.destroy();
  }

  #onDrain(): void {
    this.#waitingForDrain = false;
    this.pump();
  }

  #onStall(): void {
    if (this.#waitingForDrain) this.destroy();
  }

  #onClose(): void {
    this.#ended = true;
    this.#slice = undefined;
    clearTimeout(this.#endTimer);
    this.#topic?.leave(this);
    this.#options.onEnd();
  }
}

/** A view costs more than the rest of a small write, and most pages are written whole. */
function partOf({ bytes, offset }: Slice, size: number): Buffer {
  return offset === 0 && bytes.length <= size
    ? bytes
    : bytes.subarray(offset, offset + size);
}

function lengthOf({ reader }: StreamTopic): {
  readonly sequence: number;
  readonly bytes: number;
} {
  return { sequence: reader.latestSequence, bytes: reader.visibleBytes };
}
