import { describe, expect, it } from "vitest";
import { ERRORS_ZH_CN } from "../../src/texts/errors-zh-cn.ts";
import { attachmentsOn, paste, transferOf } from "./attachment-steps.ts";
import { studioOn } from "./demo-steps.ts";
import { attachmentNumber, fakeUploads } from "./fake-uploads.ts";
import type { VisitorOptions } from "./studio-under-test.ts";
import { phonePhoto, pngFile } from "./test-images.ts";
import { studioVisits } from "./studio-visits.ts";

const visits = studioVisits();

async function newcomer(options: Partial<VisitorOptions> = {}) {
  const visitor = await visits.visit(options);
  const { page, tolerate } = visitor;
  const studio = studioOn(page);
  const fake = await fakeUploads(page);
  await studio.useDemo();
  return { page, tolerate, studio, files: attachmentsOn(page), fake };
}

const idOf = (place: number) => attachmentNumber(place).attachmentId;
const A = pngFile("a.png");
const B = pngFile("b.png");

describe("files come in", () => {
  it("by the picker, by a drop with a visible place, and by a paste", async () => {
    const { page, studio, files, fake } = await newcomer();
    const picking = page.waitForEvent("filechooser");
    await files.attach.click();
    await (await picking).setFiles([A]);
    await files.ready("a.png");

    const dragged = await transferOf(page, [B]);
    await studio.chat.locator(".thread").dispatchEvent("dragover", {
      dataTransfer: dragged,
    });
    await files.dropHint.waitFor();
    await studio.chat.locator(".thread").dispatchEvent("drop", {
      dataTransfer: dragged,
    });
    await files.dropHint.waitFor({ state: "detached" });
    await files.ready("b.png");

    const untyped = { ...pngFile("pasted"), mimeType: "" };
    const isLeft = await paste(studio.input, await transferOf(page, [untyped]));
    expect(isLeft).toBe(false);
    await files.ready("pasted");

    await studio.button("send").click();
    await files.list.waitFor({ state: "detached" });
    expect(fake.messages).toMatchObject([
      { text: "", attachmentIds: [idOf(0), idOf(1), idOf(2)] },
    ]);
  });

  it("but text that is dragged or pasted is left to the browser", async () => {
    const { page, studio, files, fake } = await newcomer();
    const text = await transferOf(page, [], { "text/plain": "words" });
    await studio.chat.locator(".thread").dispatchEvent("dragover", {
      dataTransfer: text,
    });
    expect(await files.dropHint.count()).toBe(0);
    expect(await paste(studio.input, text)).toBe(true);
    const cells = await transferOf(page, [A], {
      "text/plain": "1\t2",
      "text/html": "<table></table>",
    });
    expect(await paste(studio.input, cells)).toBe(true);
    expect(fake.uploads).toEqual([]);
  });

  it("a file dropped beside the conversation does not take the page away", async () => {
    const { page, studio, fake } = await newcomer();
    const dragged = await transferOf(page, [A]);
    for (const type of ["dragover", "drop"]) {
      await studio.skills.dispatchEvent(type, { dataTransfer: dragged });
    }
    const isOpened = await studio.skills.evaluate(
      (element, dataTransfer) =>
        element.dispatchEvent(
          new DragEvent("drop", {
            dataTransfer,
            bubbles: true,
            cancelable: true,
          }),
        ),
      dragged,
    );
    expect(isOpened).toBe(false);
    expect(fake.uploads).toEqual([]);
  });

  it("from the camera on a phone", async () => {
    const { page, files } = await newcomer({
      viewport: { width: 390, height: 844 },
    });
    const picking = page.waitForEvent("filechooser");
    await files.camera.click();
    const picker = await picking;
    expect(await picker.element().getAttribute("capture")).toBe("environment");
    await picker.setFiles(pngFile("image.png"));
    await files.ready("image.png");
  });
});

describe("sending", () => {
  it("waits for uploads, says so, and goes out when they are done", async () => {
    const { page, studio, files, fake } = await newcomer();
    fake.answer("hold");
    await files.pick(A, B);
    await studio.input.fill("look");
    await page
      .getByRole("status")
      .filter({ hasText: files.text("pending", { count: 2 }) })
      .waitFor();
    await studio.input.press("Enter");
    const waiting = page.getByRole("status").filter({
      hasText: files.text("waiting", { count: 2 }),
    });
    await waiting.waitFor();
    expect(fake.messages).toEqual([]);
    await page.getByRole("button", { name: files.text("stopWaiting") }).click();
    await waiting.waitFor({ state: "detached" });
    await studio.button("send").click();
    await waiting.waitFor();
    await fake.release();
    await files.list.waitFor({ state: "detached" });
    expect(fake.messages).toMatchObject([
      { text: "look", attachmentIds: [idOf(0), idOf(1)] },
    ]);
    expect(await studio.input.inputValue()).toBe("");
  });

  it("does not go out by itself when the text changes, or when an upload fails", async () => {
    const { page, studio, files, fake, tolerate } = await newcomer();
    tolerate(/422/);
    fake.answer("hold");
    await files.pick(A);
    await studio.input.fill("look");
    await studio.input.press("Enter");
    await studio.input.pressSequentially(" here");
    await fake.release();
    await files.ready("a.png");
    fake.answer("IMAGE_UNREADABLE");
    await studio.input.press("Control+End");
    await files.pick(B);
    await files.failed("b.png", ERRORS_ZH_CN.IMAGE_UNREADABLE);
    expect(fake.messages).toEqual([]);
    await page
      .getByRole("status")
      .filter({ hasText: files.text("restGoes") })
      .waitFor();
    await studio.button("send").click();
    await files.chip("a.png").waitFor({ state: "detached" });
    expect(fake.messages).toMatchObject([
      { text: "look here", attachmentIds: [idOf(0)] },
    ]);
    await files.remove("b.png").click();
    await files.list.waitFor({ state: "detached" });
  });
});

describe("an upload that fails", () => {
  it("says why, and goes on when it is tried again", async () => {
    const { studio, files, fake, tolerate } = await newcomer();
    tolerate(/ERR_FAILED/);
    fake.answer("abort");
    await studio.input.fill("look");
    await files.pick(A);
    await files.failed("a.png", ERRORS_ZH_CN.NETWORK_FAILED);
    fake.answer("ready");
    await files.retry("a.png").click();
    await files.ready("a.png");
    expect(await studio.input.inputValue()).toBe("look");
    await studio.button("send").click();
    await files.list.waitFor({ state: "detached" });
    expect(fake.messages).toMatchObject([{ attachmentIds: [idOf(1)] }]);
  });

  it("is refused before it begins where nothing else can come of it", async () => {
    const { files, fake } = await newcomer();
    const large = Buffer.alloc(11 * 1024 * 1024);
    await files.pick(
      { name: "large.png", mimeType: "image/png", buffer: large },
      { name: "empty.png", mimeType: "image/png", buffer: Buffer.alloc(0) },
      {
        name: "notes.pdf",
        mimeType: "application/pdf",
        buffer: Buffer.from("%PDF-1.7"),
      },
      {
        name: "drawing.svg",
        mimeType: "image/svg+xml",
        buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      },
    );
    await files.failed("large.png", ERRORS_ZH_CN.IMAGE_TOO_LARGE);
    await files.failed("empty.png", ERRORS_ZH_CN.FILE_EMPTY);
    const refused = (format: string) => files.text("unsupported", { format });
    await files.failed("notes.pdf", refused("PDF"));
    await files.failed("drawing.svg", refused("SVG"));
    expect(fake.uploads).toEqual([]);
  });

  it("of a photo that no browser here reads comes with the way to send it", async () => {
    const { files, fake, tolerate } = await newcomer();
    tolerate(/422/);
    fake.answer("UNSUPPORTED_MEDIA_TYPE");
    const buffer = Buffer.from("\0\0\0 ftypheic\0\0\0\0mif1heic", "latin1");
    await files.pick({ name: "IMG_1.HEIC", mimeType: "image/heic", buffer });
    await files.failed("IMG_1.HEIC", files.text("heic"));
  });

  it("never costs more than ten a message, and says what was left out", async () => {
    const { page, files, fake } = await newcomer();
    const many = Array.from({ length: 12 }, (_, at) => pngFile(`${at}.png`));
    await files.pick(...many);
    await page
      .getByRole("alert")
      .filter({ hasText: "10.png, 11.png" })
      .waitFor();
    await files.ready("9.png");
    expect(fake.uploads).toHaveLength(10);
    await page.getByRole("button", { name: files.text("dismiss") }).click();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

describe("a chip", () => {
  it("is looked at and removed by the keyboard, and the focus stays near", async () => {
    const { page, files, fake, studio } = await newcomer();
    await files.pick(A, B);
    await files.ready("b.png");
    await files.preview("a.png").focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "a.png" });
    await dialog.getByRole("img", { name: "a.png" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await files.preview("a.png").evaluate(isFocused)).toBe(true);
    await page.keyboard.press("Tab");
    expect(await files.remove("a.png").evaluate(isFocused)).toBe(true);
    await page.keyboard.press("Enter");
    await files.chip("a.png").waitFor({ state: "detached" });
    expect(await files.remove("b.png").evaluate(isFocused)).toBe(true);
    await page.keyboard.press("Enter");
    expect(await studio.input.evaluate(isFocused)).toBe(true);
    await expect.poll(() => fake.deleted).toEqual([idOf(0), idOf(1)]);
  });

  it("shows what can't be seen in a name", async () => {
    const { files } = await newcomer();
    await files.pick(pngFile("evil\u202Efdp.png"));
    await files.ready("evil\\u{202E}fdp.png");
  });

  it("gives back the memory behind every picture", async () => {
    const { page, studio, files } = await newcomer();
    await page.evaluate(() => {
      const { createObjectURL, revokeObjectURL } = URL;
      const live = new Set<string>();
      URL.createObjectURL = (blob: Blob) => {
        const url = createObjectURL.call(URL, blob);
        document.body.dataset["live"] = String(live.add(url).size);
        return url;
      };
      URL.revokeObjectURL = (url) => {
        live.delete(url);
        document.body.dataset["live"] = String(live.size);
        revokeObjectURL.call(URL, url);
      };
    });
    await files.pick(A, B);
    await files.ready("b.png");
    await page.locator("body[data-live='2']").waitFor();
    await files.remove("a.png").click();
    await page.locator("body[data-live='1']").waitFor();
    await studio.button("send").click();
    await page.locator("body[data-live='0']").waitFor();
  });
});

const isFocused = (element: Element) => element === document.activeElement;

describe("a big photo", () => {
  it("goes up smaller, upright and without its metadata", async () => {
    const { page, files, fake } = await newcomer();
    const photo = await phonePhoto(page, "IMG_0001.JPG");
    expect(photo.buffer.length).toBeGreaterThan(1024 * 1024);
    fake.answer("hold");
    await files.pick(photo);
    await files.chip("IMG_0001.JPG").locator("progress").waitFor();
    await page.waitForFunction(
      () => (document.querySelector("progress")?.value ?? 0) >= 0,
    );
    const body = fake.uploads[0]?.postDataBuffer() ?? Buffer.alloc(0);
    const from = body.indexOf("\xff\xd8\xff", 0, "latin1");
    const sent = body.subarray(from, body.lastIndexOf("\r\n--"));
    expect(sent.length).toBeLessThan(photo.buffer.length);
    expect(sent.indexOf("Exif")).toBe(-1);
    const seen = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const { width, height } = bitmap;
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d");
      context?.drawImage(bitmap, 0, 0);
      const top = context?.getImageData(width / 2, 10, 1, 1).data;
      return { width, height, top: [...(top ?? [])] };
    }, sent.toString("base64"));
    expect([seen.width, seen.height]).toEqual([1365, 2048]);
    expect(seen.top[0]).toBeGreaterThan(seen.top[2] ?? 255);
    await fake.release();
    await files.ready("IMG_0001.JPG");
  });
});
