/** The process that reads pictures: one job at a time, over the channel to its parent, and it ends with it. */
import { AttachmentError } from "./attachment-error.ts";
import type { WorkerAnswer, WorkerJob } from "./worker-message.ts";

// Ctrl-C reaches this process too; the parent decides when it ends.
process.on("SIGINT", () => undefined);
process.on("disconnect", () => process.exit(0));

const send = (answer: WorkerAnswer): void => {
  process.send?.(answer);
};

try {
  const { measureImage, normalizeImage } = await import("./sharp-image.ts");
  process.on("message", (job: WorkerJob) => {
    const done =
      job.kind === "normalize"
        ? normalizeImage(job.request)
        : measureImage(Buffer.from(job.base64, "base64"));
    void done
      .then(
        (value) => send({ kind: "done", value }),
        (error: unknown) => send(toFailure(error)),
      )
      // The pixels of this picture are not kept until the heap, which hardly grows, is full.
      .then(() => globalThis.gc?.());
  });
  send({ kind: "ready" });
} catch (error) {
  send({ kind: "unusable", reason: String(error) });
}

function toFailure(error: unknown): WorkerAnswer {
  return error instanceof AttachmentError
    ? {
        kind: "refused",
        code: error.code,
        message: error.message,
        details: error.details,
      }
    : { kind: "failed", reason: String(error) };
}
