import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import {
  NodeImageNormalizer,
  type NodeImageNormalizerOptions,
} from "../../src/attachments/node-image-normalizer.ts";
import { fileBytes, flag, noise } from "./pictures.ts";

const folder = await mkdtemp(path.join(tmpdir(), "studio-normalizer-"));
const picture = path.join(folder, "picture.png");
await writeFile(picture, await flag());
const heavy = path.join(folder, "heavy.png");
await writeFile(
  heavy,
  await noise(3000, 3000, 4).png({ compressionLevel: 1 }).toBuffer(),
);
let count = 0;

let used: NodeImageNormalizer | undefined;
const open = (options?: NodeImageNormalizerOptions): NodeImageNormalizer => {
  used = new NodeImageNormalizer(options);
  return used;
};
afterEach(async () => {
  await used?.close();
  used = undefined;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const never = new AbortController().signal;
const request = (source = picture) =>
  ({
    source,
    target: path.join(folder, `${(count += 1)}.out`),
    format: "png",
  }) as const;

describe("the processes that read pictures", () => {
  it("make a picture what is kept, and measure it", async () => {
    const normalizer = open();
    expect(await normalizer.normalize(request(), never)).toMatchObject({
      mediaType: "image/png",
      width: 32,
    });
    expect(await normalizer.measure(await flag(), never)).toMatchObject({
      width: 32,
      height: 16,
    });
  });

  it("are two at once at most, whoever asks", async () => {
    const normalizer = open();
    let most = 0;
    const all = Array.from({ length: 8 }, async () => {
      await normalizer.normalize(request(), never);
      most = Math.max(most, normalizer.running);
    });
    most = Math.max(most, normalizer.running);
    await Promise.all(all);
    expect(most).toBe(2);
    expect(normalizer.running).toBe(0);
  });

  it("say why a picture is refused, and go on with the next one", async () => {
    const normalizer = open();
    const source = path.join(folder, "bomb.png");
    await writeFile(source, fileBytes("png-bomb-20000x20000.png"));
    await expect(
      normalizer.normalize(request(source), never),
    ).rejects.toMatchObject({ code: "IMAGE_DIMENSIONS_EXCEEDED" });
    expect(await normalizer.normalize(request(), never)).toBeDefined();
  });

  it("give up on a picture that takes too long, and go on with the next one", async () => {
    const normalizer = open({ jobLimitMs: 1 });
    const asked = request(heavy);
    await expect(normalizer.normalize(asked, never)).rejects.toMatchObject({
      code: "IMAGE_UNREADABLE",
    });
    expect(await readdir(folder)).not.toContain(path.basename(asked.target));
    expect(await open().normalize(request(), never)).toBeDefined();
  });

  it("stop at once when nobody waits any more, also before it is a picture's turn", async () => {
    const normalizer = open();
    const controller = new AbortController();
    const asked = Array.from({ length: 4 }, () => request(heavy));
    const all = asked.map((each) =>
      normalizer.normalize(each, controller.signal),
    );
    controller.abort(new Error("gone"));
    for (const each of all) await expect(each).rejects.toThrow("gone");
    expect(normalizer.running).toBe(0);
    const names = await readdir(folder);
    for (const { target } of asked)
      expect(names).not.toContain(path.basename(target));
    expect(await normalizer.normalize(request(), never)).toBeDefined();
  });

  it("take nothing once they are closed, and end what is running", async () => {
    const normalizer = open();
    const running = normalizer.normalize(request(heavy), never);
    await normalizer.close();
    await normalizer.close();
    await expect(running).rejects.toThrow();
    await expect(normalizer.normalize(request(), never)).rejects.toThrow();
  });

  it("are started anew after a rest", async () => {
    const normalizer = open({ idleMs: 1 });
    await normalizer.normalize(request(), never);
    while (normalizer.resting > 0)
      await new Promise<void>((resolve) => setImmediate(resolve));
    expect(await normalizer.normalize(request(), never)).toBeDefined();
  });
});
