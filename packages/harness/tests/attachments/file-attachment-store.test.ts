import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createFileAttachmentStores } from "../../src/attachments/file-attachment-store.ts";
import type { ImageNormalizer } from "../../src/attachments/image-normalizer.ts";
import {
  measureImage,
  normalizeImage,
} from "../../src/attachments/sharp-image.ts";
import { attachmentStoreConformance } from "../../src/testing/attachment-store-conformance.ts";
import { brokenUpload, uploadOf } from "../../src/testing/uploads.ts";
import { fileBytes, flag, imageRows } from "./pictures.ts";

/** The same decoder, in this process. */
const normalizer: ImageNormalizer = {
  normalize: async (request, signal) => {
    const image = await normalizeImage(request);
    signal.throwIfAborted();
    return image;
  },
  measure: (bytes) => measureImage(bytes),
  close: () => Promise.resolve(),
};

const picture = await flag();
const root = await mkdtemp(path.join(tmpdir(), "studio-attachments-"));
let count = 0;
const newFolder = (): string => path.join(root, String((count += 1)));
const stores = createFileAttachmentStores({ normalizer });

afterAll(() => rm(root, { recursive: true, force: true }));

const namesIn = async (folder: string): Promise<readonly string[]> => {
  const all = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return all.filter((each) => each.isFile()).map(({ name }) => name);
};

attachmentStoreConformance("FileAttachmentStore", {
  picture,
  open: async () => {
    const folder = newFolder();
    const store = await stores.open(folder);
    return {
      store,
      kept: () => namesIn(folder),
      damage: async (attachmentId) => {
        const [name = ""] = (await namesIn(folder)).filter((each) =>
          each.startsWith(attachmentId),
        );
        const file = path.join(folder, ".studio-attachments", name);
        const { size } = await stat(file);
        await writeFile(file, Buffer.alloc(size, 1), { flag: "r+" });
      },
      dispose: () => store.close(),
    };
  },
});

describe("FileAttachmentStore", () => {
  const opened: { close(): Promise<void> }[] = [];
  const open = async (folder: string) => {
    const store = await stores.open(folder);
    opened.push(store);
    return store;
  };
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  it("makes no folder before there is something to keep", async () => {
    const folder = newFolder();
    await open(folder);
    await expect(stat(folder)).rejects.toThrow("ENOENT");
  });

  it("finds what an earlier process kept, and removes what it left half done", async () => {
    const folder = newFolder();
    const id = "att_0000000000000000001";
    const first = await open(folder);
    await first.add(id, uploadOf(picture));
    const inner = path.join(folder, ".studio-attachments");
    await writeFile(path.join(inner, "upload-att_x"), "half");
    await writeFile(path.join(inner, "image-att_x"), "half");
    const second = await open(folder);
    expect(await second.open(id)).toBeDefined();
    expect(await namesIn(folder)).toHaveLength(1);
  });

  it("lets nobody but its owner read what it keeps", async () => {
    const folder = newFolder();
    const store = await open(folder);
    await store.add("att_0000000000000000001", uploadOf(picture));
    const inner = path.join(folder, ".studio-attachments");
    const [name = ""] = await namesIn(folder);
    expect((await stat(inner)).mode & 0o77).toBe(0);
    expect((await stat(path.join(inner, name))).mode & 0o77).toBe(0);
  });

  it("does not follow a link that stands in its place", async () => {
    const folder = newFolder();
    const elsewhere = newFolder();
    await mkdir(folder);
    await mkdir(elsewhere);
    const { symlink } = await import("node:fs/promises");
    await symlink(elsewhere, path.join(folder, ".studio-attachments"));
    await expect(stores.open(folder)).rejects.toThrow();
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it("keeps nothing of 200 uploads that were cut anywhere", async () => {
    const folder = newFolder();
    const store = await open(folder);
    const bytes = fileBytes("benign.jpg");
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 64 }),
        fc.boolean(),
        async (cut, pieceBytes, isBroken) => {
          const upload = (isBroken ? brokenUpload : uploadOf)(
            bytes.subarray(0, cut),
            { pieceBytes, name: "a.jpg", mediaType: "image/jpeg" },
          );
          const added = store.add("att_0000000000000000001", upload);
          const isWhole = await added.then(
            () => true,
            () => false,
          );
          // A cut in the very last bytes leaves a picture that is whole.
          if (isWhole) await store.remove("att_0000000000000000001");
          expect(await namesIn(folder)).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("keeps nothing of uploads that are aborted at any moment", async () => {
    const folder = newFolder();
    const store = await open(folder);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 40 }), async (turns) => {
        const { signal, ...controller } = abortAfter(turns);
        const id = "att_0000000000000000001";
        const added = store.add(
          id,
          uploadOf(picture, { signal, pieceBytes: 9 }),
        );
        void controller.begin();
        await added.then(
          () => store.remove(id),
          () => undefined,
        );
        expect(await namesIn(folder)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

/** Aborts after so many turns of the event loop. */
function abortAfter(turns: number): {
  readonly signal: AbortSignal;
  begin(): Promise<void>;
} {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    begin: async () => {
      for (let turn = 0; turn < turns; turn += 1)
        await new Promise<void>((resolve) => setImmediate(resolve));
      controller.abort(new Error("gone"));
    },
  };
}

/** How the collection's own words for a refusal are said here. */
const CODES: Readonly<Record<string, string>> = {
  unsupported_type: "UNSUPPORTED_MEDIA_TYPE",
  type_mismatch: "IMAGE_SIGNATURE_MISMATCH",
  image_corrupt: "IMAGE_UNREADABLE",
  image_too_many_pixels: "IMAGE_DIMENSIONS_EXCEEDED",
  image_too_many_frames: "IMAGE_TOO_MANY_FRAMES",
  file_empty: "FILE_EMPTY",
};
/** Where this product is stricter: no AVIF, no side over 12,000 pixels, no PNG that is called JPEG. */
const STRICTER: Readonly<Record<string, string>> = {
  "benign.avif": "UNSUPPORTED_MEDIA_TYPE",
  "avif-ispe-60000.avif": "UNSUPPORTED_MEDIA_TYPE",
  "png-strip-16000x2.png": "IMAGE_DIMENSIONS_EXCEEDED",
  "png-as-jpeg.jpg": "IMAGE_SIGNATURE_MISMATCH",
};

describe("the collection of files", () => {
  it.each(
    imageRows().map(
      (row) => [row.file, row.uploadName ?? row.file, row] as const,
    ),
  )("is judged right: %s called %j", async (file, name, row) => {
    const folder = newFolder();
    const store = await stores.open(folder);
    const code = STRICTER[file] ?? CODES[row.expect] ?? row.expect;
    const mediaType = row.declaredMime;
    const added = store.add(
      "att_0000000000000000001",
      uploadOf(fileBytes(file), { name, mediaType }),
    );
    const found = await added.then(
      () => "accept",
      (error: unknown) =>
        error instanceof Error && "code" in error && error.code,
    );
    expect(found).toBe(code);
    const names = await namesIn(folder);
    expect(names).toHaveLength(code === "accept" ? 1 : 0);
    if (code === "accept") {
      const kept = await store.open("att_0000000000000000001");
      expect(kept?.bytes.toString("latin1")).not.toMatch(
        /CANARY|GPS|Exif|ICC_PROFILE|iCCP|tEXt|iTXt|<script/,
      );
      expect(names[0]).toMatch(/^att_0{18}1\.[0-9a-f]{64}\.(?:jpg|png)$/);
    }
    await store.removeAll();
  });
});
