/**
 * Reads pictures in at most two processes beside the server, so that no picture can hold up, bring down or look into it.
 * They are started for the first picture and end when there was none for a while, which gives their memory back.
 */
import type {
  ImageFacts,
  ImageNormalizer,
  NormalizedImage,
  NormalizeRequest,
} from "./image-normalizer.ts";
import { NodeImageProcess } from "./node-image-process.ts";
import type { WorkerJob } from "./worker-message.ts";

/** Decodes at once, over all sessions. */
const PROCESSES = 2;
/** A picture of 40 megapixels takes about two seconds of a core; a busy machine has less than one to give. */
const JOB_LIMIT_MS = 60_000;
const IDLE_MS = 30_000;

export interface NodeImageNormalizerOptions {
  /** For one picture, the start of its process included, in milliseconds. */
  readonly jobLimitMs?: number;
  /** After how long without work the processes end, in milliseconds. */
  readonly idleMs?: number;
}

export class NodeImageNormalizer implements ImageNormalizer {
  readonly #jobLimitMs: number;
  readonly #idleMs: number;
  readonly #resting: NodeImageProcess[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #closed = new AbortController();
  #busy = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: NodeImageNormalizerOptions = {}) {
    this.#jobLimitMs = options.jobLimitMs ?? JOB_LIMIT_MS;
    this.#idleMs = options.idleMs ?? IDLE_MS;
  }

  /** Pictures that are being read now. */
  get running(): number {
    return this.#busy;
  }

  /** Processes that wait for a picture. */
  get resting(): number {
    return this.#resting.length;
  }

  async normalize(
    request: NormalizeRequest,
    signal: AbortSignal,
  ): Promise<NormalizedImage> {
    const value = await this.#run({ kind: "normalize", request }, signal);
    if ("sha256" in value) return value;
    throw new Error("The process that reads images gave another answer.");
  }

  async measure(bytes: Uint8Array, signal: AbortSignal): Promise<ImageFacts> {
    const base64 = Buffer.from(bytes).toString("base64");
    const value = await this.#run({ kind: "measure", base64 }, signal);
    if ("colors" in value) return value;
    throw new Error("The process that reads images gave another answer.");
  }

  close(): Promise<void> {
    this.#closed.abort(new Error("Images are not read any more."));
    clearTimeout(this.#idle);
    this.#endResting();
    return Promise.resolve();
  }

  async #run(
    job: WorkerJob,
    asked: AbortSignal,
  ): Promise<NormalizedImage | ImageFacts> {
    const signal = AbortSignal.any([asked, this.#closed.signal]);
    await this.#turn(signal);
    const worker = this.#resting.pop() ?? new NodeImageProcess();
    try {
      return await worker.run(job, { signal, limitMs: this.#jobLimitMs });
    } finally {
      if (!worker.isGone) this.#resting.push(worker);
      this.#leave();
    }
  }

  /** Waits for one of the two places, in the order of coming. */
  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    if (this.#busy < PROCESSES) {
      this.#busy += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const enter = (): void => resolve(undefined);
    const onAbort = (): void => {
      const at = this.#waiting.indexOf(enter);
      if (at === -1) return;
      this.#waiting.splice(at, 1);
      reject(signal.reason);
    };
    this.#waiting.push(enter);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Hands the place on to who waits longest. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.#busy -= 1;
    if (this.#closed.signal.aborted) this.#endResting();
    else if (this.#busy === 0)
      this.#idle = setTimeout(() => this.#endResting(), this.#idleMs).unref();
  }

  #endResting(): void {
    for (const worker of this.#resting.splice(0)) worker.kill();
  }
}
