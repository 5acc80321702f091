/** A client of the event stream that sees every byte and can stop reading. */
import { get, type IncomingMessage } from "node:http";
import { createFrameDecoder, type SseFrame } from "@agent-studio/shared";

export interface StreamClientOptions {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

type EventFrame = Extract<SseFrame, { readonly kind: "event" }>;

export class StreamClient {
  readonly response: IncomingMessage;
  /** What arrived so far. */
  readonly frames: SseFrame[] = [];
  readonly ended: Promise<void>;
  readonly #decoder = createFrameDecoder();
  readonly #chunks: Buffer[] = [];
  readonly #waiting = new Set<() => void>();
  #isEnded = false;

  private constructor(response: IncomingMessage) {
    this.response = response;
    const text = new TextDecoder();
    response.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.frames.push(
        ...this.#decoder.push(text.decode(chunk, { stream: true })),
      );
      this.#look();
    });
    response.on("error", () => undefined);
    this.ended = new Promise((resolve) => {
      response.once("close", () => {
        this.#isEnded = true;
        this.#look();
        resolve();
      });
    });
  }

  static open({
    port,
    path,
    headers,
  }: StreamClientOptions): Promise<StreamClient> {
    return new Promise((resolve, reject) => {
      const request = get(
        { host: "127.0.0.1", port, path, headers, agent: false },
        (response) => resolve(new StreamClient(response)),
      );
      request.once("error", reject);
    });
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  get lastEventId(): string {
    return this.#decoder.lastEventId();
  }

  /** Frames of events and signals; comments and the time to wait left out. */
  get events(): readonly EventFrame[] {
    return this.frames.filter((frame) => frame.kind === "event");
  }

  /** Sequences of the events, by their ids. */
  get sequences(): readonly number[] {
    return this.events
      .filter(({ id }) => id !== null)
      .map(({ id }) => sequenceOf(id ?? ""));
  }

  /** Resolves when the condition holds; rejects when the stream ends before. */
  until(condition: (client: StreamClient) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const holds = condition(this);
        if (!holds && !this.#isEnded) return;
        this.#waiting.delete(look);
        if (holds) resolve();
        else reject(new Error("The stream ended before what was waited for."));
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Resolves when the event of a sequence arrived. */
  untilSequence(sequence: number): Promise<void> {
    return this.until(({ lastEventId }) => sequenceOf(lastEventId) >= sequence);
  }

  pause(): void {
    this.response.pause();
  }

  resume(): void {
    this.response.resume();
  }

  close(): void {
    this.response.destroy();
  }

  #look(): void {
    for (const look of [...this.#waiting]) look();
  }
}

function sequenceOf(eventId: string): number {
  return Number(eventId.slice(eventId.lastIndexOf("_") + 1));
}
