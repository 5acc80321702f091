/**
 * One watcher: a socket and a cursor. Holds no queue; what the socket did not take yet is at most one slice, and the
 * rest stays in the log until the socket drains.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { EventStoreError, type FramePage } from "@agent-studio/harness";
import { RETRY_FRAME, encodeComment } from "@agent-studio/shared";
import type { StreamLimits } from "./stream-limits.ts";
import type { StreamTopic, Watcher } from "./stream-topic.ts";

const HEARTBEAT_FRAME = encodeComment("heartbeat");

export interface EventStreamOptions {
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string | string[] | number>>;
  readonly limits: StreamLimits;
  /** Whether nothing more will come, so that a stream ends once it has sent everything. */
  readonly isLastCall: () => boolean;
  /** What is sent when the log no longer holds what comes next. */
  readonly gapSignal: () => string;
  readonly onEnd: () => void;
}

export class EventStream implements Watcher {
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  readonly #options: EventStreamOptions;
  #topic: StreamTopic | undefined;
  #cursor = 0;
  #slice: { readonly bytes: Buffer; offset: number } | undefined;
  #running = false;
  #pumpAgain = false;
  #waitingForDrain = false;
  #ending: { readonly signal: string | undefined } | undefined;
  #ended = false;
  #endTimer: NodeJS.Timeout | undefined;
  /** The topic's measure when this watcher was last at the head, and what it was sent since. */
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

  /** Sends everything after the cursor, then what comes. */
  follow(topic: StreamTopic, after: number): void {
    if (this.#ended) return;
    this.#topic = topic;
    this.#cursor = after;
    this.#base = topic.measured;
    topic.join(this);
    this.pump();
  }

  /** Sends what there is, as far as the socket takes it. Never throws; returns at once. */
  pump(): void {
    if (this.#running) {
      this.#pumpAgain = true;
      return;
    }
    if (this.#ended || this.#waitingForDrain) return;
    this.#running = true;
    void this.#run()
      .catch((error: unknown) => this.#onReadFailure(error))
      .finally(() => {
        this.#running = false;
        if (!this.#pumpAgain) return;
        this.#pumpAgain = false;
        this.pump();
      });
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

  heartbeat(): void {
    if (!this.#ended && !this.#waitingForDrain && this.#slice === undefined)
      this.#write(HEARTBEAT_FRAME);
  }

  dropIfTooFarBehind(): void {
    const { measured } = this.#topic ?? { measured: this.#base };
    const behind = measured.bytes - this.#base.bytes - this.#sentSinceBase;
    if (this.#waitingForDrain && behind > this.#options.limits.behindBytes)
      this.destroy();
  }

  async #run(): Promise<void> {
    const topic = this.#topic;
    while (!this.#ended) {
      if (!this.#writeSlice()) return;
      if (this.#ending !== undefined) return this.#finish(this.#ending.signal);
      if (topic === undefined) return;
      if (this.#cursor + 1 < topic.reader.oldestSequence)
        return this.#finish(this.#options.gapSignal());
      const page = await topic.page(this.#cursor);
      if (page.frames.length > 0) this.#take(page);
      if (page.closed) this.end();
      else if (page.frames.length === 0) return this.#rest(topic);
    }
  }

  #take(page: FramePage): void {
    this.#slice = { bytes: page.frames, offset: 0 };
    this.#cursor = page.last;
    if (page.first > this.#base.sequence)
      this.#sentSinceBase += page.frames.length;
  }

  /** Everything that was there is sent; the next wake goes on. */
  #rest(topic: StreamTopic): void {
    if (this.#cursor < topic.reader.latestSequence) return;
    this.#base = topic.measured;
    this.#sentSinceBase = 0;
    if (this.#options.isLastCall()) this.#finish(undefined);
  }

  /** Writes what is left of the page; false when the socket has to drain first. */
  #writeSlice(): boolean {
    const slice = this.#slice;
    if (slice === undefined) return true;
    const { sliceBytes } = this.#options.limits;
    while (slice.offset < slice.bytes.length) {
      const next = slice.bytes.subarray(
        slice.offset,
        slice.offset + sliceBytes,
      );
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
