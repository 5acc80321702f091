/** What a person does with files in the conversation, by the names that they read. */
import type { JSHandle, Locator, Page } from "playwright-core";
import { ATTACHMENTS_CATALOGUES } from "../../src/texts/attachments-catalogue.ts";
import type { AttachmentsKey } from "../../src/texts/attachments-en.ts";
import { fillIn } from "../../src/texts/catalogue.ts";
import type { TextValues } from "../../src/texts/catalogue.ts";
import { EN } from "../../src/texts/en.ts";
import { ZH_CN } from "../../src/texts/zh-cn.ts";
import type { Language } from "./demo-steps.ts";
import type { TestFile } from "./test-images.ts";

/** The attachments of one page in one language. */
export function attachmentsOn(page: Page, language: Language = "zh-CN") {
  const locale = language === "zh-CN" ? "zh-CN" : "en";
  const texts = locale === "en" ? EN : ZH_CN;
  const text = (key: AttachmentsKey, values?: TextValues) =>
    fillIn(ATTACHMENTS_CATALOGUES[locale][key], values);
  const list = page.getByRole("list", { name: text("list") });
  const button = (key: AttachmentsKey, name: string): Locator =>
    page.getByRole("button", { name: text(key, { name }), exact: true });
  const chip = (name: string) =>
    list.getByRole("listitem").filter({ has: button("remove", name) });
  return {
    text,
    list,
    chip,
    attach: page.getByRole("button", { name: texts["composer.attach"] }),
    camera: page.getByRole("button", { name: texts["composer.camera"] }),
    dropHint: page.getByText(texts["composer.drop"]),
    remove: (name: string) => button("remove", name),
    retry: (name: string) => button("retry", name),
    preview: (name: string) => button("preview", name),
    /** Chooses files as the picker would. */
    async pick(...files: readonly TestFile[]) {
      await page
        .locator("input[type=file]")
        .first()
        .setInputFiles([...files]);
    },
    /** Waits until a file is on the server. */
    async ready(name: string) {
      await chip(name).and(page.locator("[data-phase=ready]")).waitFor();
    },
    async failed(name: string, says: string | RegExp = "") {
      const failed = chip(name).and(page.locator("[data-phase=failed]"));
      await failed.filter({ hasText: says }).waitFor();
    },
  };
}

/** Files as something that is dragged or pasted brings them, beside texts by their types. */
export async function transferOf(
  page: Page,
  files: readonly TestFile[],
  texts: Readonly<Record<string, string>> = {},
): Promise<JSHandle<DataTransfer>> {
  const parts = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString("base64"),
  }));
  return page.evaluateHandle(
    ({ parts, texts }) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, base64 } of parts) {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      for (const [type, text] of Object.entries(texts)) {
        transfer.setData(type, text);
      }
      return transfer;
    },
    { parts, texts },
  );
}

/** Pastes into an element; answers whether the browser's own paste was left to happen. */
export async function paste(
  target: Locator,
  transfer: JSHandle<DataTransfer>,
): Promise<boolean> {
  return target.evaluate(
    (element, clipboardData) =>
      element.dispatchEvent(
        new ClipboardEvent("paste", {
          clipboardData,
          bubbles: true,
          cancelable: true,
        }),
      ),
    transfer,
  );
}
