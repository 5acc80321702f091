import { describe, expect, it } from "vitest";
import { anAttachment } from "@agent-studio/shared/testing";
import { AttachmentStore } from "../../src/client/attachments/attachment-store.ts";
import { createAttachments } from "../../src/client/attachments/session-attachments.ts";
import type { BrowserStorage } from "../../src/client/browser-storage.ts";
import {
  createCountedUrls,
  createDeletingApi,
  createFakeUploads,
  failure,
} from "../fakes/fake-uploads.ts";
import { settle } from "../fakes/manual-clock.ts";
import { createMemoryStorage } from "../fakes/memory-storage.ts";

const SESSION = "ses_0000000000000000";
const NONE: ReadonlySet<string> = new Set();
const old = anAttachment({ attachmentId: "att_9999999999999999" });

function aPage(storage: BrowserStorage = createMemoryStorage()) {
  const uploads = createFakeUploads();
  const urls = createCountedUrls();
  let loads = 0;
  let isOnline = true;
  const attachments = createAttachments({
    storage,
    load: async () => {
      loads += 1;
      if (!isOnline) throw new Error("no chunk");
      return (session) =>
        new AttachmentStore({
          ...session,
          api: createDeletingApi().api,
          prepare: async (file) => ({
            blob: file,
            name: file.name,
            format: "PNG",
            isShowable: true,
          }),
          upload: uploads.upload,
          urls: urls.urls,
        });
    },
  });
  const session = attachments.of(SESSION);
  const names = () => session.view.get().items.map(({ name }) => name);
  return {
    attachments,
    session,
    storage,
    uploads,
    urls,
    names,
    loads: () => loads,
    online: (value: boolean) => void (isOnline = value),
  };
}

const files = (...names: string[]) =>
  names.map((name) => new File(["x"], name));

describe("the attachments of a session", () => {
  it("load nothing while there is nothing to attach", async () => {
    const { session, loads } = aPage();
    await session.add([]);
    const sent = new Set([old.attachmentId]);
    await session.reconcile({ attachments: [old], sent, isOpening: true });
    await session.reconcile({
      attachments: [old],
      sent: NONE,
      isOpening: false,
    });
    expect(loads()).toBe(0);
    expect(session.store()).toBeNull();
  });

  it("are the same for whoever asks, and others in another session", async () => {
    const { attachments, session, names } = aPage();
    await session.add(files("a"));
    expect(attachments.of(SESSION)).toBe(session);
    expect(names()).toEqual(["a"]);
    expect(attachments.of("ses_other").view.get().items).toEqual([]);
  });

  it("say when files could not be taken in, until they are", async () => {
    const { session, online, names } = aPage();
    online(false);
    await session.add(files("a"));
    expect(session.unavailable.get()).toBe(true);
    online(true);
    await session.add(files("a"));
    expect(session.unavailable.get()).toBe(false);
    expect(names()).toEqual(["a"]);
  });

  it("are there from the moment they are chosen, and gone again when they could not be taken in", async () => {
    const storage = createMemoryStorage();
    const { session, online, names } = aPage(storage);
    online(false);
    const added = session.add(files("a"));
    expect(session.view.get().items).toMatchObject([
      { name: "a", status: { phase: "queued" } },
    ]);
    expect(aPage(storage).session.view.get().lost).toEqual(["a"]);
    await added;
    expect(names()).toEqual([]);
    online(true);
    const again = [session.add(files("b")), session.add(files("c"))];
    expect(names()).toEqual(["b", "c"]);
    expect(session.unavailable.get()).toBe(false);
    await Promise.all(again);
    expect(names()).toEqual(["b", "c"]);
    expect(session.store()).not.toBeNull();
  });

  it("bring back what was uploaded and never sent, as the log stands by then", async () => {
    const { session, names } = aPage();
    const gone = anAttachment({ attachmentId: "att_8888888888888888" });
    const opening = session.reconcile({
      attachments: [gone, old],
      sent: NONE,
      isOpening: true,
    });
    const live = { attachments: [old], sent: NONE, isOpening: false };
    await Promise.all([opening, session.reconcile(live)]);
    expect(names()).toEqual([old.name]);
    await session.reconcile({ ...live, sent: new Set([old.attachmentId]) });
    expect(names()).toEqual([]);
  });

  it("name after a reload what had not been uploaded, until that is dismissed", async () => {
    const storage = createMemoryStorage();
    const before = aPage(storage);
    await before.session.add(files("up.png", "lost.png", "failed.png"));
    await settle();
    await before.uploads.open[0]?.finish();
    before.uploads.open[1]?.fail(failure("NETWORK_FAILED"));
    await settle();
    const { session } = aPage(storage);
    expect(session.view.get().lost).toEqual(["lost.png", "failed.png"]);
    expect(aPage(storage).session.view.get().lost).toHaveLength(2);
    session.dismissNotes();
    expect(aPage(storage).session.view.get().lost).toEqual([]);
  });

  it("take in again what was sent, as long as it is there", async () => {
    const { session, names } = aPage();
    const gone = anAttachment({ attachmentId: "att_8888888888888888" });
    await session.addAgain([old]);
    const sent = new Set([old.attachmentId]);
    await session.reconcile({ attachments: [old], sent, isOpening: true });
    await session.addAgain([gone]);
    expect(session.store()).toBeNull();
    await session.addAgain([old, gone]);
    expect(names()).toEqual([old.name]);
  });

  it("end with their session, and leave nothing behind", async () => {
    const { attachments, session, storage, uploads, urls } = aPage();
    await session.add(files("a", "b"));
    await settle();
    attachments.forget(SESSION);
    await settle();
    expect(uploads.open).toEqual([]);
    expect(urls.live.size).toBe(0);
    expect(attachments.of(SESSION)).not.toBe(session);
    expect(storage.read(`studio.uploads.${SESSION}`)).toBeNull();
    attachments.forget("ses_unknown");
  });

  it("start with nothing where something else is stored", () => {
    for (const stored of ["{", "{}", "[1]"]) {
      const storage = createMemoryStorage();
      storage.write(`studio.uploads.${SESSION}`, stored);
      expect(aPage(storage).session.view.get().lost).toEqual([]);
    }
  });
});
