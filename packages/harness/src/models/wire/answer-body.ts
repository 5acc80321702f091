/** The body of a successful answer, rewritten event by event while it comes, with every wait and size bounded. */
import { isRecord, parseJson } from "./json-record.ts";
import { readRejection } from "./rejection.ts";
import { SseDecoder, type SseEvent } from "./sse-decoder.ts";
import type { WireLimits } from "./wire-limits.ts";
import type { ReportProblem, WireNormalizer } from "./wire-normalizer.ts";
import { readProviderError, type WireProblem } from "./wire-problem.ts";

export interface AnswerBodyOptions {
  readonly source: ReadableStream<Uint8Array>;
  readonly normalizer: WireNormalizer;
  /** Whether the headers call it a web page. */
  readonly isPage: boolean;
  readonly limits: WireLimits;
  readonly report: ReportProblem;
  readonly problem: () => WireProblem | undefined;
  /** Whether the caller gave the answer up. */
  readonly isStopped: () => boolean;
  /** Ends the request below. */
  readonly abort: () => void;
}

type Form = "unknown" | "events" | "document" | "page";

/** Characters of one event that may wait for its end. */
const EVENT_CHARACTERS = 8 * 1024 * 1024;

export class AnswerBody {
  readonly #options: AnswerBodyOptions;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #events = new SseDecoder();
  readonly #encoder = new TextEncoder();
  #form: Form = "unknown";
  #head: Uint8Array[] = [];
  #bytes = 0;
  #waitMs: number;

  constructor(options: AnswerBodyOptions) {
    this.#options = options;
    this.#reader = options.source.getReader();
    this.#form = options.isPage ? "page" : "unknown";
    this.#waitMs = options.limits.firstByteMs;
  }

  /** The rewritten body; it breaks with an error as soon as a problem is known. */
  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: (out) => this.#pull(out),
        cancel: () => this.#release(),
      },
      { highWaterMark: 0 },
    );
  }

  async #pull(out: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    for (;;) {
      // What came before the problem was handed on; breaking earlier would take it back.
      if (this.#isBroken()) {
        out.error(new Error("The answer of the model provider failed."));
        return this.#release();
      }
      const bytes = await this.#next();
      const frames = bytes === undefined ? this.#end() : this.#take(bytes);
      if (frames.length > 0) out.enqueue(this.#encoder.encode(frames.join("")));
      if (bytes === undefined && !this.#isBroken()) return out.close();
      if (frames.length > 0) return;
    }
  }

  #isBroken(): boolean {
    const { problem, isStopped } = this.#options;
    return problem() !== undefined || isStopped();
  }

  /** The next bytes; undefined at the end, after a break, and when the wait is over. */
  async #next(): Promise<Uint8Array | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        this.#options.report({ kind: "silence" });
        resolve(undefined);
      }, this.#waitMs);
    });
    const read = this.#reader.read().then(
      ({ value, done }) => (done ? undefined : value),
      (error: unknown) => {
        if (!this.#options.isStopped())
          this.#options.report(readRejection(error, "broke_off"));
        return undefined;
      },
    );
    try {
      return await Promise.race([read, silence]);
    } finally {
      clearTimeout(timer);
      this.#waitMs = this.#options.limits.idleMs;
    }
  }

  #take(bytes: Uint8Array): readonly string[] {
    this.#bytes += bytes.byteLength;
    if (
      this.#bytes > this.#options.limits.answerBytes ||
      this.#events.pending > EVENT_CHARACTERS
    ) {
      this.#options.report({ kind: "too_large" });
      return [];
    }
    if (this.#form === "events") return this.#rewrite(this.#events.push(bytes));
    this.#head.push(bytes);
    this.#form = this.#form === "unknown" ? this.#formOf() : this.#form;
    if (this.#form === "page") this.#options.report({ kind: "web_page" });
    return this.#form === "events"
      ? this.#rewrite(this.#events.push(this.#takeHead()))
      : [];
  }

  /** What the first character that is no space says; servers get the content type wrong. */
  #formOf(): Form {
    const first = /[^\s\uFEFF]/.exec(
      new TextDecoder().decode(Buffer.concat(this.#head)),
    )?.[0];
    if (first === undefined) return "unknown";
    if (first === "<") return "page";
    return first === "{" || first === "[" ? "document" : "events";
  }

  #takeHead(): Uint8Array {
    const head = Buffer.concat(this.#head);
    this.#head = [];
    return head;
  }

  #rewrite(events: readonly SseEvent[]): readonly string[] {
    const frames: string[] = [];
    for (const event of events) {
      if (this.#options.problem() !== undefined) break;
      frames.push(...this.#options.normalizer.push(event));
    }
    return frames;
  }

  #end(): readonly string[] {
    if (this.#options.problem() !== undefined) return [];
    if (this.#form === "document") return this.#document();
    // Half an event is none: its answer broke off.
    const last = this.#events
      .end()
      .filter(
        ({ data }) => data.trim() === "[DONE]" || isRecord(parseJson(data)),
      );
    return [...this.#rewrite(last), ...this.#options.normalizer.end()];
  }

  /** A JSON document where a stream was asked for: an error, or a whole answer of a server that can't stream. */
  #document(): readonly string[] {
    const text = new TextDecoder().decode(this.#takeHead());
    const value = parseJson(text);
    const isAnswer = isRecord(value) && Array.isArray(value["choices"]);
    if (isAnswer)
      return this.#rewrite([
        { name: undefined, data: text },
        { name: undefined, data: "[DONE]" },
      ]);
    const isError =
      isRecord(value) &&
      (value["error"] !== undefined || value["type"] === "error");
    this.#options.report(
      isError
        ? { kind: "error_event", error: readProviderError(value, undefined) }
        : { kind: "unreadable" },
    );
    return [];
  }

  #release(): void {
    this.#options.abort();
    void this.#reader.cancel().catch(() => undefined);
  }
}
