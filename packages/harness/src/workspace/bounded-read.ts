import type { FileHandle } from "node:fs/promises";
import { WorkspaceError } from "./workspace-error.ts";

const CHUNK_BYTES = 64 * 1024;

export interface ReadBound {
  readonly maxBytes: number;
  /** As the model knows the file. */
  readonly display: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the file to its end. The limit counts the bytes that were really read, so a file that grows
 * meanwhile ends in `FILE_TOO_LARGE` as well. Aborting throws the signal's reason.
 */
export async function readBounded(
  handle: FileHandle,
  { maxBytes, display, signal }: ReadBound,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    signal?.throwIfAborted();
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, null);
    if (bytesRead === 0) return Buffer.concat(chunks, total);
    total += bytesRead;
    if (total > maxBytes)
      throw new WorkspaceError(
        "FILE_TOO_LARGE",
        `"${display}" is larger than ${maxBytes} bytes, so it cannot be read. Use a smaller file.`,
      );
    chunks.push(chunk.subarray(0, bytesRead));
  }
}
