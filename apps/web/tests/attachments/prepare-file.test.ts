import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  createPrepareFile,
  FILE_LIMIT_BYTES,
  UnfitFile,
} from "../../src/client/attachments/prepare-file.ts";
import type { Downscale } from "../../src/client/attachments/prepare-file.ts";

const FILES = new URL("../../../../fixtures/security/files/", import.meta.url);
const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(name, FILES))));

interface Row {
  readonly file: string;
  readonly declaredMime: string;
  readonly expect: string;
}
const ROWS = JSON.parse(
  readFileSync(fileURLToPath(new URL("manifest.json", FILES)), "utf8"),
) as readonly Row[];

const MIB = 1024 * 1024;

/** A PNG head of this many pixels, with so many bytes behind it. */
function png(
  width: number,
  height: number,
  bytes: number,
): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(bytes);
  file.set(bytesOf("benign.png").subarray(0, 33));
  const view = new DataView(file.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return file;
}

function prepareWith(downscale: Downscale) {
  const seen: Parameters<Downscale>[] = [];
  const prepare = createPrepareFile({
    downscale: (...call) => {
      seen.push(call);
      return downscale(...call);
    },
  });
  return { prepare, seen };
}

const smaller: Downscale = async (_, { keepsTransparency }) =>
  new Blob(["small"], {
    type: keepsTransparency ? "image/png" : "image/jpeg",
  });
const undecodable: Downscale = () => Promise.reject(new Error("undecodable"));

describe("a file of the collection", () => {
  it.each(ROWS.map((row) => [row.file, row] as const))(
    "%s is refused here only where the server refuses it in the same words",
    async (name, row) => {
      const { prepare } = prepareWith(undecodable);
      const file = new File([bytesOf(name)], name, { type: row.declaredMime });
      const outcome: unknown = await prepare(file).catch(
        (error: unknown) => error,
      );
      if (!(outcome instanceof UnfitFile)) return;
      if (outcome.code === "FILE_EMPTY") expect(row.expect).toBe("file_empty");
      else {
        expect(outcome.code).toBe("UNSUPPORTED_MEDIA_TYPE");
        // Documents, and kinds of images that no model takes.
        expect(name).not.toMatch(/\.(png|jpe?g|gif|webp)$/);
      }
    },
  );

  it.each([
    ["svg-script.svg", "image/svg+xml", "SVG"],
    ["bmp.bmp", "image/bmp", "BMP"],
    ["benign.avif", "image/avif", "AVIF"],
    ["pdf-no-text.pdf", "application/pdf", "PDF"],
    ["bmp.bmp", "", "BMP"],
    ["benign.csv", "text/csv", null],
  ])("%s as %s is refused as %s", async (name, type, format) => {
    const { prepare } = prepareWith(smaller);
    const file = new File([bytesOf(name)], name, { type });
    await expect(prepare(file)).rejects.toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
      format,
    });
  });

  it("is judged by its bytes where it says nothing", async () => {
    const { prepare } = prepareWith(smaller);
    const file = new File([bytesOf("benign.png")], "clipboard.dat");
    await expect(prepare(file)).resolves.toMatchObject({
      format: "PNG",
      name: "clipboard.dat",
      isShowable: true,
    });
  });

  it("is not shown where it claims more pixels than fit in memory", async () => {
    const { prepare } = prepareWith(smaller);
    const name = "png-bomb-20000x20000.png";
    const bomb = await prepare(new File([bytesOf(name)], name));
    expect(bomb.isShowable).toBe(false);
  });
});

describe("a big photo", () => {
  it("goes up as a smaller copy, with the name that goes with it", async () => {
    const { prepare, seen } = prepareWith(smaller);
    const bytes = png(4000, 3000, 2 * MIB);
    const file = new File([bytes], "Holiday.photo.PNG", { type: "image/png" });
    const prepared = await prepare(file);
    expect(seen).toEqual([[file, { keepsTransparency: true }]]);
    expect(prepared).toMatchObject({
      name: "Holiday.photo.PNG",
      format: "PNG",
    });
    expect(await prepared.blob.text()).toBe("small");
    const jpeg: Downscale = async () => new Blob([""], { type: "image/jpeg" });
    const other = await prepareWith(jpeg).prepare(file);
    expect(other.name).toBe("Holiday.photo.jpg");
    const unnamed = new File([bytes], "clipboard", { type: "image/png" });
    const named = await prepareWith(jpeg).prepare(unnamed);
    expect(named.name).toBe("clipboard.jpg");
  });

  it("over the limit goes up as well when its copy is small enough", async () => {
    const file = new File([png(1000, 1000, FILE_LIMIT_BYTES + 1)], "a.png");
    await expect(prepareWith(smaller).prepare(file)).resolves.toBeDefined();
    await expect(prepareWith(undecodable).prepare(file)).rejects.toMatchObject({
      code: "IMAGE_TOO_LARGE",
    });
  });

  it("goes up as it is when it can't be decoded, or the copy is no smaller", async () => {
    const file = new File([png(4000, 3000, 2 * MIB)], "a.png");
    const same = await prepareWith(undecodable).prepare(file);
    expect(same.blob).toBe(file);
    const larger: Downscale = async (blob) => new Blob([blob, "more"]);
    expect((await prepareWith(larger).prepare(file)).blob).toBe(file);
  });
});

describe("what goes up as it is", () => {
  const animated = new Uint8Array(2 * MIB);
  animated.set(bytesOf("animated.apng.png"));
  new DataView(animated.buffer).setUint32(16, 4000);
  it.each([
    ["a small file", png(4000, 3000, MIB), "a.png"],
    ["an image that is small enough", png(2048, 100, 2 * MIB), "a.png"],
    ["one with too many pixels to decode", png(9000, 9000, 2 * MIB), "a.png"],
    ["one that is not what it says", png(4000, 3000, 2 * MIB), "a.jpg"],
    ["an animation", animated, "a.png"],
  ])("is %s", async (_, bytes, name) => {
    const { prepare, seen } = prepareWith(smaller);
    const file = new File([bytes], name);
    expect((await prepare(file)).blob).toBe(file);
    expect(seen).toEqual([]);
  });
});

describe("HEIC", () => {
  const file = new File([bytesOf("heic.heic")], "IMG_1.heic", {
    type: "image/heic",
  });

  it("becomes JPEG where the browser reads it", async () => {
    const prepared = await prepareWith(smaller).prepare(file);
    expect(prepared).toMatchObject({ name: "IMG_1.jpg", format: "JPEG" });
  });

  it("is left to the server's advice where it does not", async () => {
    const prepared = await prepareWith(undecodable).prepare(file);
    expect(prepared).toMatchObject({ format: "HEIC", isShowable: false });
    expect(prepared.blob).toBe(file);
  });
});

describe("a file that can't be read", () => {
  it("is said to be unreadable, such as a folder that was dropped", async () => {
    const folder = new File(["x"], "folder");
    folder.slice = () => {
      throw new DOMException("gone", "NotFoundError");
    };
    const { prepare } = prepareWith(smaller);
    await expect(prepare(folder)).rejects.toMatchObject({
      code: "IMAGE_UNREADABLE",
    });
  });
});
