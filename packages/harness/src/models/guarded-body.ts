import { GuardedFetchError } from "./guarded-fetch.ts";

export interface GuardedBodyOptions {
  readonly maxBytes: number;
  /** What reading rejects with in place of an error of the HTTP client. */
  readonly toFailure: (error: unknown) => unknown;
  /** Called once, when the body has ended, failed or been cancelled. */
  readonly onEnd: () => void;
}

/** What of a stream is needed: both Node's and the browser's types of streams have it. */
export interface ByteSource {
  getReader(): {
    read(): Promise<{
      readonly done: boolean;
      readonly value?: Uint8Array | undefined;
    }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/** The same bytes, read only as they are asked for, and no more than allowed. */
export function guardBody(
  body: ByteSource,
  { maxBytes, toFailure, onEnd }: GuardedBodyOptions,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let seen = 0;

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done || value === undefined) {
            onEnd();
            controller.close();
            return;
          }
          seen += value.byteLength;
          if (seen > maxBytes) throw new GuardedFetchError("too_large");
          controller.enqueue(value);
        } catch (error) {
          onEnd();
          controller.error(toFailure(error));
          await reader.cancel(error).catch(() => undefined);
        }
      },
      async cancel(reason) {
        onEnd();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
