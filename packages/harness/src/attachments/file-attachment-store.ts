/** Attachments as files: in a folder of their own below the session's, where no tool of the agent gets. */
import { lstat } from "node:fs/promises";
import path from "node:path";
import { readBounded } from "../workspace/bounded-read.ts";
import type { ConfinedDirectory } from "../workspace/confined-directory.ts";
import { WorkspaceRoot } from "../workspace/workspace-root.ts";
import { AttachmentError } from "./attachment-error.ts";
import type {
  AddOptions,
  AttachmentStore,
  AttachmentStores,
  KeptAttachment,
  OpenedImage,
} from "./attachment-store.ts";
import { identify } from "./image-signature.ts";
import {
  IMAGE_LIMITS,
  type ImageNormalizer,
  type NormalizedImage,
} from "./image-normalizer.ts";
import {
  keptName,
  readKeptName,
  sha256Of,
  type KeptName,
} from "./kept-name.ts";
import type { ModelPart, PartsRequest } from "./model-part.ts";
import { toModelParts } from "./model-parts.ts";
import { receiveUpload } from "./receive-upload.ts";
import type { Upload } from "./upload.ts";

/** Protected from the agent's tools by its name. */
const FOLDER = ".studio-attachments";
/** Begin the names of files that are not whole yet. */
const UPLOAD_PREFIX = "upload-";
const IMAGE_PREFIX = "image-";

export interface FileAttachmentStoreOptions {
  readonly normalizer: ImageNormalizer;
}

/** Opens the stores of sessions; they share what reads the pictures. */
export function createFileAttachmentStores({
  normalizer,
}: FileAttachmentStoreOptions): AttachmentStores {
  return {
    open: (sessionFolder) =>
      FileAttachmentStore.open(path.join(sessionFolder, FOLDER), normalizer),
    close: () => normalizer.close(),
  };
}

export class FileAttachmentStore implements AttachmentStore {
  readonly #folder: string;
  readonly #normalizer: ImageNormalizer;
  readonly #kept = new Map<string, KeptName>();
  readonly #working = new Set<Promise<unknown>>();
  #root: Promise<WorkspaceRoot> | undefined;
  #closed = false;

  private constructor(folder: string, normalizer: ImageNormalizer) {
    this.#folder = folder;
    this.#normalizer = normalizer;
  }

  /** The store on that folder, which need not be there yet. */
  static async open(
    folder: string,
    normalizer: ImageNormalizer,
  ): Promise<FileAttachmentStore> {
    const store = new FileAttachmentStore(folder, normalizer);
    if ((await lstat(folder).catch(() => undefined)) !== undefined)
      await store.#inFolder((directory) => store.#readFolder(directory));
    return store;
  }

  add(
    attachmentId: string,
    upload: Upload,
    options: AddOptions = {},
  ): Promise<NormalizedImage> {
    return this.#work(() =>
      this.#inFolder((directory) =>
        this.#take(directory, { attachmentId, upload, options }),
      ),
    );
  }

  async get(attachmentId: string): Promise<KeptAttachment | undefined> {
    const kept = this.#kept.get(attachmentId);
    if (kept === undefined) return undefined;
    const facts = await this.#inFolder((directory) =>
      directory.inspect(kept.fileName),
    ).catch(() => undefined);
    return facts?.isFile() === true
      ? { mediaType: kept.mediaType, sizeBytes: Number(facts.size) }
      : undefined;
  }

  async open(attachmentId: string): Promise<OpenedImage | undefined> {
    const kept = this.#kept.get(attachmentId);
    if (kept === undefined || this.#closed) return undefined;
    const bytes = await this.#read(kept).catch(() => undefined);
    return bytes !== undefined && isWhole(bytes, kept)
      ? { mediaType: kept.mediaType, sizeBytes: bytes.length, bytes }
      : undefined;
  }

  async remove(attachmentId: string): Promise<void> {
    const kept = this.#kept.get(attachmentId);
    if (kept === undefined) return;
    this.#kept.delete(attachmentId);
    await this.#inFolder((directory) => discard(directory, kept.fileName));
  }

  async keepOnly(attachmentIds: ReadonlySet<string>): Promise<void> {
    for (const attachmentId of [...this.#kept.keys()])
      if (!attachmentIds.has(attachmentId)) await this.remove(attachmentId);
  }

  async removeAll(): Promise<void> {
    this.#closed = true;
    this.#kept.clear();
    await Promise.allSettled(this.#working);
    await (await this.#root)?.remove();
  }

  toModelParts(
    request: PartsRequest,
  ): Promise<readonly (readonly ModelPart[])[]> {
    return toModelParts(this, request);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#working);
    await (await this.#root)?.close();
  }

  async #take(
    directory: ConfinedDirectory,
    { attachmentId, upload, options }: Taking,
  ): Promise<NormalizedImage> {
    const { signal } = upload;
    const source = UPLOAD_PREFIX + attachmentId;
    const target = IMAGE_PREFIX + attachmentId;
    try {
      const { format, sizeBytes } = await receiveUpload(
        await directory.createFile(source),
        upload,
      );
      options.onReceived?.({ mediaType: `image/${format}`, sizeBytes });
      const image = await this.#normalizer.normalize(
        { source: this.#pathOf(source), target: this.#pathOf(target), format },
        signal,
      );
      signal.throwIfAborted();
      const kept = keptName(attachmentId, image);
      await directory.rename(target, kept.fileName);
      await directory.sync();
      this.#kept.set(attachmentId, kept);
      return image;
    } catch (error) {
      await discard(directory, target);
      throw error;
    } finally {
      await discard(directory, source);
    }
  }

  async #read({ fileName }: KeptName): Promise<Buffer> {
    return this.#inFolder(async (directory) => {
      const file = await directory.openFile(fileName);
      try {
        return await readBounded(file, {
          maxBytes: 2 * IMAGE_LIMITS.keptBytes,
          display: fileName,
          signal: undefined,
        });
      } finally {
        await file.close();
      }
    });
  }

  /** Takes note of what is kept, and removes what a crash left half done. */
  async #readFolder(directory: ConfinedDirectory): Promise<void> {
    const leftOver: Buffer[] = [];
    for await (const { name, bytes, kind } of directory.entries()) {
      const kept = name === undefined ? undefined : readKeptName(name);
      if (kept !== undefined && kind === "file")
        this.#kept.set(kept.attachmentId, kept);
      else if (kind !== "directory") leftOver.push(bytes);
    }
    for (const name of leftOver) await directory.unlink(name);
  }

  #pathOf(name: string): string {
    return path.join(this.#folder, name);
  }

  async #work<T>(work: () => Promise<T>): Promise<T> {
    const working = work();
    this.#working.add(working);
    try {
      return await working;
    } catch (error) {
      throw explain(error);
    } finally {
      this.#working.delete(working);
    }
  }

  async #inFolder<T>(
    work: (directory: ConfinedDirectory) => Promise<T>,
  ): Promise<T> {
    if (this.#closed) throw new Error("The attachments are closed.");
    this.#root ??= this.#openRoot();
    const directory = await (await this.#root).acquire();
    try {
      return await work(directory);
    } finally {
      await directory.close();
    }
  }

  /** A folder that could not be opened once may be opened later. */
  async #openRoot(): Promise<WorkspaceRoot> {
    try {
      return await WorkspaceRoot.open(this.#folder);
    } catch (error) {
      this.#root = undefined;
      throw error;
    }
  }
}

interface Taking {
  readonly attachmentId: string;
  readonly upload: Upload;
  readonly options: AddOptions;
}

function isWhole(bytes: Buffer, { mediaType, sha256 }: KeptName): boolean {
  return `image/${identify(bytes)}` === mediaType && sha256Of(bytes) === sha256;
}

/** Gone already is what is wanted. */
async function discard(
  directory: ConfinedDirectory,
  name: string,
): Promise<void> {
  await directory.unlink(name).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** A disk that is full or broken is no fault of the file. */
function explain(error: unknown): unknown {
  const isSystem =
    error instanceof Error && "code" in error && "syscall" in error;
  return isSystem
    ? new AttachmentError(
        "STORE_UNAVAILABLE",
        "The file could not be stored. Try again in a moment.",
      )
    : error;
}
