/** A log from a file: read a line at a time, checked like everything that comes from outside, folded here and nowhere else. */
import { createInitialState, fold } from "@agent-studio/shared";
import type { HarnessEvent, SessionState } from "@agent-studio/shared";
import { readEventJson } from "./event-decoder.ts";
import { SessionHistory } from "./session-history.ts";

/** A file may have at most this many bytes. */
export const LOG_FILE_LIMIT_BYTES = 256 * 1024 * 1024;
/** A line may have at most this many characters; an event has far fewer. */
export const LOG_LINE_LIMIT = 2 * 1024 * 1024;
/** Problems that are told one by one; further ones are counted. */
export const TOLD_PROBLEMS = 20;

export type LineProblemKind =
  "too_long" | "not_json" | "not_event" | "foreign" | "gap" | "duplicate";

export interface LineProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly kind: LineProblemKind;
  /** The sequence that was found, and the one that should have come. */
  readonly found?: number;
  readonly expected?: number;
}

export interface LogFile {
  readonly name: string;
  readonly history: SessionHistory;
  readonly state: SessionState;
  readonly problems: readonly LineProblem[];
  readonly problemCount: number;
}

export type LogFileFailure =
  | { readonly kind: "too_large"; readonly bytes: number }
  /** Not UTF-8, or the browser could not read it. */
  | { readonly kind: "unreadable" }
  | { readonly kind: "empty" }
  | { readonly kind: "no_events"; readonly problems: readonly LineProblem[] };

export type LogFileResult =
  | { readonly ok: true; readonly log: LogFile }
  | { readonly ok: false; readonly failure: LogFileFailure };

/** What is read: a `File`, or a body of an answer with a name. */
export interface LogSource {
  readonly name: string;
  /** 0 where it is not known. */
  readonly size: number;
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface ReadLogOptions {
  readonly signal?: AbortSignal;
  /** Bytes that were read so far. */
  readonly onProgress?: (bytes: number) => void;
  /** Lets the page do something else; called every few milliseconds of work. */
  readonly breathe: () => Promise<void>;
  /** Stops before this sequence. */
  readonly before?: number;
}

/** Reads a log. Never rejects, except with the signal's reason when it aborts. */
export async function readLogFile(
  source: LogSource,
  options: ReadLogOptions,
): Promise<LogFileResult> {
  if (source.size > LOG_FILE_LIMIT_BYTES) return tooLarge(source.size);
  const reader = new LogReader(options.before ?? Infinity);
  let bytes = 0;
  try {
    const text = new TextDecoder("utf-8", { fatal: true });
    for await (const chunk of chunksOf(source.stream())) {
      options.signal?.throwIfAborted();
      bytes += chunk.byteLength;
      if (bytes > LOG_FILE_LIMIT_BYTES) return tooLarge(bytes);
      reader.push(text.decode(chunk, { stream: true }));
      options.onProgress?.(bytes);
      if (reader.isOver) break;
      await options.breathe();
    }
    if (!reader.isOver) reader.push(text.decode());
  } catch {
    options.signal?.throwIfAborted();
    return { ok: false, failure: { kind: "unreadable" } };
  }
  return reader.end(source.name);
}

/** A part of a file at a time, small enough to be read between two frames. */
async function* chunksOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (let at = 0; at < value.byteLength; at += SLICE_BYTES) {
        yield value.subarray(at, at + SLICE_BYTES);
      }
    }
  } finally {
    void reader.cancel().catch(ignore);
  }
}

const SLICE_BYTES = 128 * 1024;

function ignore(): void {
  // What is not read to its end may be closed already.
}

function tooLarge(bytes: number): LogFileResult {
  return { ok: false, failure: { kind: "too_large", bytes } };
}

class LogReader {
  isOver = false;
  readonly #before: number;
  readonly #problems: LineProblem[] = [];
  #problemCount = 0;
  #rest = "";
  #line = 0;
  #sessionId = "";
  /** The sequence that has to come next; 0 before the first event. */
  #expected = 0;
  /** A hole was found: later lines are checked, but no longer taken. */
  #isBroken = false;
  #state: SessionState = createInitialState("");
  #history: SessionHistory | null = null;
  #batch: HarnessEvent[] = [];

  constructor(before: number) {
    this.#before = before;
  }

  push(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#take(line);
    this.#flush();
    // A line without an end must not be kept, whatever its length.
    if (this.#rest.length > LOG_LINE_LIMIT) {
      this.#rest = this.#rest.slice(0, LOG_LINE_LIMIT + 1);
    }
  }

  end(name: string): LogFileResult {
    if (!this.isOver) this.#take(this.#rest);
    this.#flush();
    const problems = this.#problems;
    const history = this.#history;
    if (history === null) {
      const failure: LogFileFailure =
        problems.length === 0
          ? { kind: "empty" }
          : { kind: "no_events", problems };
      return { ok: false, failure };
    }
    const problemCount = this.#problemCount;
    const state = this.#state;
    return { ok: true, log: { name, history, state, problems, problemCount } };
  }

  #take(raw: string): void {
    this.#line += 1;
    if (this.isOver) return;
    const line = this.#line === 1 ? raw.replace(/^\uFEFF/, "") : raw;
    if (line.trim() === "") return;
    if (line.length > LOG_LINE_LIMIT) return this.#note("too_long");
    const event = readEventJson(line);
    if (event === null) {
      this.#isBroken ||= this.#expected > 0;
      return this.#note(isJson(line) ? "not_event" : "not_json");
    }
    this.#place(event);
  }

  #place(event: HarnessEvent): void {
    const { sequence, sessionId } = event;
    if (sequence >= this.#before) {
      this.isOver = true;
      return;
    }
    if (this.#expected === 0) this.#begin(event);
    const expected = this.#expected;
    if (sessionId !== this.#sessionId) return this.#note("foreign");
    if (sequence < expected) {
      return this.#note("duplicate", { found: sequence, expected });
    }
    if (sequence > expected) {
      // A line that can't be read leaves a hole that was told already.
      if (!this.#isBroken) this.#note("gap", { found: sequence, expected });
      this.#isBroken = true;
    }
    this.#expected = sequence + 1;
    if (!this.#isBroken) this.#batch.push(event);
  }

  #begin({ sequence, sessionId }: HarnessEvent): void {
    this.#sessionId = sessionId;
    this.#expected = sequence;
    // Where the file begins later than the session did, so does what can be told from it.
    this.#state = {
      ...createInitialState(sessionId),
      sequence: sequence - 1,
    };
    this.#history = new SessionHistory(this.#state);
  }

  #flush(): void {
    if (this.#batch.length === 0) return;
    this.#state = fold(this.#state, this.#batch).state;
    this.#history?.add(this.#batch, this.#state);
    this.#batch = [];
  }

  #note(
    kind: LineProblemKind,
    sequences: Pick<LineProblem, "found" | "expected"> = {},
  ): void {
    this.#problemCount += 1;
    if (this.#problems.length < TOLD_PROBLEMS) {
      this.#problems.push({ line: this.#line, kind, ...sequences });
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
