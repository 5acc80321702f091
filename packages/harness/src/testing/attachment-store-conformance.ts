/** What every store of attachments promises, whatever it keeps them in. */
import { Buffer } from "node:buffer";
import { afterEach, describe, expect, it } from "vitest";
import { AttachmentError } from "../attachments/attachment-error.ts";
import type { AttachmentStore } from "../attachments/attachment-store.ts";
import type { ModelPart } from "../attachments/model-part.ts";
import { brokenUpload, hangingUpload, uploadOf } from "./uploads.ts";

export interface StoreUnderTest {
  readonly store: AttachmentStore;
  /** Names of everything that is kept, whole or not. */
  kept(): Promise<readonly string[]>;
  /** Damages what is kept under the id. */
  damage(attachmentId: string): Promise<void>;
  dispose(): Promise<void>;
}

export interface AttachmentConformanceOptions {
  readonly open: () => Promise<StoreUnderTest>;
  /** A picture that is taken. */
  readonly picture: Buffer;
}

const ID = "att_0000000000000000001";
const OTHER = "att_0000000000000000002";

/** Declares the tests. */
export function attachmentStoreConformance(
  name: string,
  { open, picture }: AttachmentConformanceOptions,
): void {
  describe(`${name} keeps the promises of an attachment store`, () => {
    let opened: StoreUnderTest | undefined;
    const use = async (): Promise<StoreUnderTest> => {
      opened = await open();
      return opened;
    };
    afterEach(async () => {
      await opened?.dispose();
      opened = undefined;
    });
    declareKeeping(use, picture);
    declareRefusals(use, picture);
    declareParts(use, picture);
  });
}

type Use = () => Promise<StoreUnderTest>;

function declareKeeping(use: Use, picture: Buffer): void {
  it("keeps a normalised picture, and gives the same bytes that it told of", async () => {
    const { store } = await use();
    const received: unknown[] = [];
    const image = await store.add(ID, uploadOf(picture, { pieceBytes: 7 }), {
      onReceived: (facts) => received.push(facts),
    });
    expect(received).toEqual([
      { mediaType: "image/png", sizeBytes: picture.length },
    ]);
    const { mediaType, sizeBytes } = image;
    expect(await store.get(ID)).toEqual({ mediaType, sizeBytes });
    const found = await store.open(ID);
    expect(found).toMatchObject({ mediaType, sizeBytes });
    expect(found?.bytes).toHaveLength(sizeBytes);
  });

  it("has nothing under an id that it was not given", async () => {
    const { store } = await use();
    expect(await store.get(OTHER)).toBeUndefined();
    expect(await store.open(OTHER)).toBeUndefined();
    await store.remove(OTHER);
    await store.add(ID, uploadOf(picture));
    expect(await store.open(OTHER)).toBeUndefined();
  });

  it("forgets one, and only that one, however often it is asked", async () => {
    const { store, kept } = await use();
    await store.add(ID, uploadOf(picture));
    await store.add(OTHER, uploadOf(picture));
    await store.remove(ID);
    await store.remove(ID);
    expect(await store.open(ID)).toBeUndefined();
    expect(await store.get(OTHER)).toBeDefined();
    expect(await kept()).toHaveLength(1);
  });

  it("forgets everything, and takes nothing after that", async () => {
    const { store, kept } = await use();
    await store.add(ID, uploadOf(picture));
    await store.removeAll();
    await store.removeAll();
    expect(await kept()).toEqual([]);
    expect(await store.open(ID)).toBeUndefined();
    await expect(store.add(OTHER, uploadOf(picture))).rejects.toThrow();
    expect(await kept()).toEqual([]);
  });

  it("gives nothing that was damaged", async () => {
    const { store, damage } = await use();
    await store.add(ID, uploadOf(picture));
    await damage(ID);
    expect(await store.open(ID)).toBeUndefined();
  });
}

function declareRefusals(use: Use, picture: Buffer): void {
  it.each([
    ["nothing", Buffer.alloc(0), "FILE_EMPTY"],
    ["half a picture", "half", "IMAGE_UNREADABLE"],
    ["text", Buffer.from("hello"), "UNSUPPORTED_MEDIA_TYPE"],
    ["too much", Buffer.alloc(10 * 1024 * 1024 + 1), "IMAGE_TOO_LARGE"],
  ])("refuses %s and keeps nothing of it", async (_what, bytes, code) => {
    const { store, kept } = await use();
    const sent =
      typeof bytes === "string"
        ? picture.subarray(0, picture.length / 2)
        : bytes;
    const refused = store.add(ID, uploadOf(sent, { name: "file" }));
    await expect(refused).rejects.toBeInstanceOf(AttachmentError);
    await expect(refused).rejects.toMatchObject({ code });
    expect(await kept()).toEqual([]);
    expect(await store.open(ID)).toBeUndefined();
  });

  it("keeps nothing of an upload that breaks off", async () => {
    const { store, kept } = await use();
    const half = brokenUpload(picture.subarray(0, 20));
    await expect(store.add(ID, half)).rejects.toThrow("broke");
    expect(await kept()).toEqual([]);
  });

  it("ends an upload that hangs when it is aborted, and keeps nothing of it", async () => {
    const { store, kept } = await use();
    const { signal, abort } = abortable();
    const added = store.add(
      ID,
      hangingUpload(picture.subarray(0, 20), { signal }),
    );
    abort();
    await expect(added).rejects.toThrow("gone");
    expect(await kept()).toEqual([]);
  });

  it("keeps nothing of an upload that is aborted while it is read as a picture", async () => {
    const { store, kept } = await use();
    const { signal, abort } = abortable();
    const added = store.add(ID, uploadOf(picture, { signal }), {
      onReceived: abort,
    });
    await expect(added).rejects.toThrow("gone");
    expect(await kept()).toEqual([]);
  });

  it("keeps nothing when whoever is told of the upload refuses it", async () => {
    const { store, kept } = await use();
    const added = store.add(ID, uploadOf(picture), {
      onReceived: () => {
        throw new Error("not wanted");
      },
    });
    await expect(added).rejects.toThrow("not wanted");
    expect(await kept()).toEqual([]);
  });
}

function declareParts(use: Use, picture: Buffer): void {
  const reference = (attachmentId: string) =>
    ({ attachmentId, kind: "image", name: "a.png" }) as const;
  const kinds = (parts: readonly (readonly ModelPart[])[]) =>
    parts.map((message) => message.map(({ kind }) => kind));

  it("makes parts of what it has, and sentences of what it has not", async () => {
    const { store, damage } = await use();
    await store.add(ID, uploadOf(picture));
    await store.add(OTHER, uploadOf(picture));
    const request = {
      messages: [[reference(ID)], [], [reference(OTHER)]],
      acceptsImages: true,
      leftOut: () => undefined,
    };
    const image = ["text", "image"];
    expect(kinds(await store.toModelParts(request))).toEqual([
      image,
      [],
      image,
    ]);
    await damage(ID);
    await store.remove(OTHER);
    expect(kinds(await store.toModelParts(request))).toEqual([
      ["text"],
      [],
      ["text"],
    ]);
  });
}

function abortable(): {
  readonly signal: AbortSignal;
  readonly abort: () => void;
} {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: () => controller.abort(new Error("gone")),
  };
}
