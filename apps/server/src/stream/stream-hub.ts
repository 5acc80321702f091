/** All open streams: joins watchers of a session, keeps the limits, beats the heart, and ends everything at shutdown. */
import type { ServerResponse } from "node:http";
import type {
  CursorLocation,
  EventCursor,
  EventReader,
} from "@agent-studio/harness";
import { encodeSignalFrame, type StreamReset } from "@agent-studio/shared";
import { EventStream } from "./event-stream.ts";
import { createLoopLag, type LoopLag } from "./loop-lag.ts";
import { createOpeningPace, type OpeningPace } from "./opening-pace.ts";
import { createResetMemory, type ResetMemory } from "./reset-memory.ts";
import { createSharedBeat, type SharedBeat } from "./shared-beat.ts";
import { SHARED_BEAT_MS, type StreamLimits } from "./stream-limits.ts";
import { StreamTopic } from "./stream-topic.ts";
import { createTabLimit, type TabLimit } from "./tab-limit.ts";
import { createTurns, type Turns } from "./turns.ts";

export interface WatchRequest {
  readonly viewerId: string;
  readonly sessionId: string;
  readonly reader: EventReader;
  /** Where the client says it is. */
  readonly cursor: EventCursor;
  /** Where that is in the log, as the reader located it. */
  readonly location: CursorLocation;
  readonly tab?: string | undefined;
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string | string[] | number>>;
}

export interface StreamHubOptions {
  readonly limits: StreamLimits;
  readonly now: () => number;
}

export class StreamHub {
  readonly #limits: StreamLimits;
  readonly #topics = new Map<EventReader, StreamTopic>();
  readonly #streams = new Set<EventStream>();
  readonly #tabs: TabLimit;
  readonly #resets: ResetMemory;
  readonly #pace: OpeningPace;
  readonly #turns: Turns;
  readonly #lag: LoopLag;
  readonly #sharedBeat: SharedBeat;
  readonly #ofViewer = new Map<string, number>();
  readonly #heart: NodeJS.Timeout;
  readonly #closed = Promise.withResolvers<undefined>();
  #isLastCall = false;

  constructor({ limits, now }: StreamHubOptions) {
    this.#limits = limits;
    this.#turns = createTurns({
      budgetMs: limits.turnMs,
      now: monotonic,
      soon: (run) => process.nextTick(run),
      later: setImmediate,
    });
    this.#sharedBeat = createSharedBeat({
      everyMs: SHARED_BEAT_MS,
      now: monotonic,
      soon: (run) => process.nextTick(run),
      later: setTimeout,
    });
    this.#lag = createLoopLag({ now: monotonic });
    this.#pace = createOpeningPace({
      burst: limits.openingBurst,
      perSecond: limits.openingsPerSecond,
      now,
    });
    this.#tabs = createTabLimit(
      limits.tabs,
      encodeSignalFrame("stream.paused", { reason: "too_many_tabs" }),
    );
    this.#resets = createResetMemory({
      memoryMs: limits.resetMemoryMs,
      delayMs: limits.resetDelayMs,
      now,
    });
    this.#heart = setInterval(() => this.#beat(), limits.heartbeatMs);
    this.#heart.unref();
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  /** The most streams that a viewer may have, when it has them; undefined while it may open one more. */
  limitReached(viewerId: string): number | undefined {
    const { streamsAViewer } = this.#limits;
    const open = this.#ofViewer.get(viewerId) ?? 0;
    return open >= streamsAViewer ? streamsAViewer : undefined;
  }

  /** Takes the connection over and serves it until it ends. */
  watch(request: WatchRequest): void {
    const { response, reader, location } = request;
    // The client may be gone again by now.
    if (response.socket === null || response.destroyed) return;
    const stream = this.#open(request);
    if ("after" in location) {
      const { after } = location;
      const follow = () => {
        if (!stream.hasEnded) stream.follow(this.#topicOf(reader), after);
      };
      runAfter(this.#pace.delayFor(request.viewerId), follow);
      return;
    }
    const reset = () => stream.end(resetSignal(location.reset, reader));
    runAfter(this.#resets.delayFor(clientPlace(request)), reset);
  }

  /** Called when the sessions are closed: ends every stream once it is read to its end, or cuts it. Idempotent. */
  async close(): Promise<void> {
    this.#isLastCall = true;
    clearInterval(this.#heart);
    this.#lag.stop();
    for (const stream of this.#streams) stream.pump();
    const cut = setTimeout(() => {
      for (const stream of this.#streams) stream.destroy();
    }, this.#limits.endMs);
    this.#resolveWhenEmpty();
    await this.#closed.promise;
    clearTimeout(cut);
  }

  #open({ viewerId, reader, tab, response, headers }: WatchRequest) {
    const stream = new EventStream({
      response,
      headers,
      limits: this.#limits,
      turns: this.#turns,
      isLastCall: () => this.#isLastCall,
      gapSignal: () => resetSignal("gap", reader),
      onEnd: () => {
        this.#streams.delete(stream);
        this.#count(viewerId, -1);
        this.#tabs.forget(viewerId, stream);
        this.#closeEmptyTopic(reader);
        this.#resolveWhenEmpty();
      },
    });
    this.#streams.add(stream);
    this.#count(viewerId, 1);
    if (tab !== undefined) this.#tabs.admit(viewerId, stream);
    return stream;
  }

  #count(viewerId: string, change: 1 | -1): void {
    const open = (this.#ofViewer.get(viewerId) ?? 0) + change;
    if (open > 0) this.#ofViewer.set(viewerId, open);
    else this.#ofViewer.delete(viewerId);
  }

  #topicOf(reader: EventReader): StreamTopic {
    const topic =
      this.#topics.get(reader) ??
      new StreamTopic({
        reader,
        limits: this.#limits,
        lag: this.#lag,
        beat: this.#sharedBeat,
      });
    this.#topics.set(reader, topic);
    return topic;
  }

  #closeEmptyTopic(reader: EventReader): void {
    const topic = this.#topics.get(reader);
    if (topic?.isEmpty !== true) return;
    topic.close();
    this.#topics.delete(reader);
  }

  #beat(): void {
    for (const stream of this.#streams) stream.heartbeat();
  }

  #resolveWhenEmpty(): void {
    if (this.#isLastCall && this.#streams.size === 0)
      this.#closed.resolve(undefined);
  }
}

function monotonic(): number {
  return performance.now();
}

function runAfter(delayMs: number, run: () => void): void {
  if (delayMs === 0) run();
  else setTimeout(run, delayMs).unref();
}

/** What makes two resets the same one, told twice. */
function clientPlace({ viewerId, sessionId, cursor }: WatchRequest): string {
  return JSON.stringify([viewerId, sessionId, cursor]);
}

function resetSignal(
  reason: StreamReset["reason"],
  reader: EventReader,
): string {
  const { oldestSequence, latestSequence } = reader;
  const data: StreamReset = { reason, oldestSequence, latestSequence };
  return encodeSignalFrame("stream.reset", data);
}
