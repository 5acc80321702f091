/** One process that reads pictures, seen from the server: started when it is needed, killed when it takes too long. */
import { fork, type ChildProcess } from "node:child_process";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { AttachmentError } from "./attachment-error.ts";
import type { ImageFacts, NormalizedImage } from "./image-normalizer.ts";
import type { WorkerAnswer, WorkerJob } from "./worker-message.ts";

const WORKER = fileURLToPath(new URL("image-worker.ts", import.meta.url));
/** Of JavaScript's own; pixels are outside of it and bounded by the limits on pictures. */
const HEAP_MB = 96;
/** A little behind the server where both want the processor; far behind, pictures would starve on a busy machine. */
const NICENESS = 5;

export interface JobLimits {
  readonly signal: AbortSignal;
  /** For starting the process and the job together, in milliseconds. */
  readonly limitMs: number;
}

export class NodeImageProcess {
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  #isGone = false;

  constructor() {
    this.#child = fork(WORKER, [], {
      // Nothing of the server's environment, where keys may be. With one picture at a time one arena of glibc's is
      // enough; each more keeps the memory of a picture.
      env: { MALLOC_ARENA_MAX: "1" },
      execArgv: [`--max-old-space-size=${HEAP_MB}`, "--expose-gc"],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    });
    this.#child.on("error", () => this.#leave());
    this.#child.on("exit", () => this.#leave());
    this.#yieldToServer();
    this.#rest();
    this.#ready = this.#becomeReady();
    // Whoever gives it a job is told; nobody may have by then.
    this.#ready.catch(() => undefined);
  }

  /** Whether it takes no more jobs. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /**
   * Does one job; none other may be running. Rejects with an `AttachmentError` for a picture that is refused, takes too
   * long or brings the process down, with the signal's reason once that aborts, and else for a defect.
   */
  async run(
    job: WorkerJob,
    { signal, limitMs }: JobLimits,
  ): Promise<NormalizedImage | ImageFacts> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<
      NormalizedImage | ImageFacts
    >();
    // Told only when the process is gone: it writes nothing any more then.
    const giveUp = (why: unknown): void => {
      this.#whenGone(() => reject(why));
      this.kill();
    };
    const onAbort = (): void => giveUp(signal.reason);
    // After a `giveUp` its own listener comes first and says why.
    const onGone = (): void => void setImmediate(() => reject(notProcessed()));
    const onAnswer = (answer: WorkerAnswer): void =>
      settle(answer, resolve, reject);
    const timer = setTimeout(() => giveUp(notProcessed()), limitMs);
    signal.addEventListener("abort", onAbort, { once: true });
    this.#child.ref();
    this.#child.channel?.ref();
    try {
      await Promise.race([this.#ready, promise]);
      this.#child.on("exit", onGone).on("message", onAnswer);
      if (this.#isGone) onGone();
      else this.#child.send(job);
      return await promise;
    } finally {
      promise.catch(() => undefined);
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      this.#child.off("exit", onGone).off("message", onAnswer);
      this.#rest();
    }
  }

  /** Ends the process at once. Idempotent. */
  kill(): void {
    this.#leave();
    this.#child.kill("SIGKILL");
  }

  #leave(): void {
    this.#isGone = true;
  }

  #whenGone(then: () => void): void {
    const { exitCode, signalCode, pid } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) then();
    else this.#child.once("exit", then);
  }

  /** Keeps nobody's process alive while it has nothing to do. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #yieldToServer(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      setPriority(pid, NICENESS);
    } catch {
      // Some systems don't allow it; pictures are read all the same.
    }
  }

  async #becomeReady(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const onGone = (): void =>
      reject(new Error("The process that reads images could not be started."));
    const onMessage = (answer: WorkerAnswer): void => {
      if (answer.kind === "ready") resolve(undefined);
      if (answer.kind === "unusable")
        reject(new Error(`Images can't be read here: ${answer.reason}`));
    };
    this.#child.on("message", onMessage).on("exit", onGone).on("error", onGone);
    try {
      await promise;
    } finally {
      this.#child
        .off("message", onMessage)
        .off("exit", onGone)
        .off("error", onGone);
    }
  }
}

function settle(
  answer: WorkerAnswer,
  resolve: (value: NormalizedImage | ImageFacts) => void,
  reject: (error: unknown) => void,
): void {
  if (answer.kind === "done") resolve(answer.value);
  if (answer.kind === "failed")
    reject(new Error(`An image could not be processed: ${answer.reason}`));
  if (answer.kind === "refused")
    reject(new AttachmentError(answer.code, answer.message, answer.details));
}

function notProcessed(): AttachmentError {
  return new AttachmentError(
    "IMAGE_UNREADABLE",
    "The image could not be processed. Try again, or save it as JPEG and send that.",
  );
}
