import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MESSAGE_ATTACHMENT_LIMIT } from "@agent-studio/shared";
import { anAttachment } from "@agent-studio/shared/testing";
import { AttachmentStore } from "../../src/client/attachments/attachment-store.ts";
import { NO_ATTACHMENTS } from "../../src/client/attachments/attachments-view.ts";
import type { PreparedFile } from "../../src/client/attachments/prepare-file.ts";
import { UnfitFile } from "../../src/client/attachments/prepare-file.ts";
import { createCell } from "../../src/client/cell.ts";
import {
  createCountedUrls,
  createDeletingApi,
  createFakeUploads,
  failure,
} from "../fakes/fake-uploads.ts";
import { settle } from "../fakes/manual-clock.ts";

const SESSION = "ses_0000000000000000";
const aFile = (name = "photo.png") => new File(["bytes"], name);
const prepared = async (file: File): Promise<PreparedFile> => {
  if (file.name.endsWith(".pdf")) {
    throw new UnfitFile("UNSUPPORTED_MEDIA_TYPE", "PDF");
  }
  return { blob: file, name: file.name, format: "PNG", isShowable: true };
};

function createStore() {
  const uploads = createFakeUploads();
  const urls = createCountedUrls();
  const deleting = createDeletingApi();
  const view = createCell(NO_ATTACHMENTS);
  const store = new AttachmentStore({
    sessionId: SESSION,
    api: deleting.api,
    prepare: prepared,
    upload: uploads.upload,
    urls: urls.urls,
    view,
  });
  const phases = () =>
    view.get().items.map(({ name, status }) => `${name} ${status.phase}`);
  const idOf = (name: string) =>
    view.get().items.find((item) => item.name === name)?.localId ?? "";
  /** Adds files and brings all of them to the server. */
  const upload = async (...names: string[]) => {
    store.add(names.map(aFile));
    await settle();
    const attachments = [];
    for (let one = uploads.open[0]; one !== undefined; one = uploads.open[0]) {
      attachments.push(await one.finish());
      await settle();
    }
    return attachments;
  };
  return { store, view, uploads, urls, deleting, phases, idOf, upload };
}

describe("adding files", () => {
  it("brings at most three at a time to the server, in order", async () => {
    const { store, uploads, phases } = createStore();
    store.add(["a", "b", "c", "d"].map(aFile));
    await settle();
    expect(uploads.open.map(({ input }) => input.name)).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(phases().at(-1)).toBe("d queued");
    uploads.open[1]?.input.onProgress(0.5);
    await uploads.open[1]?.finish();
    await settle();
    expect(phases()).toEqual([
      "a uploading",
      "b ready",
      "c uploading",
      "d uploading",
    ]);
  });

  it("names what is more than a message can carry; what failed takes no room", async () => {
    const { store, view } = createStore();
    const names = Array.from({ length: 12 }, (_, at) => `${at}.png`);
    store.add([aFile("no.pdf")]);
    await settle();
    store.add(names.map(aFile));
    expect(view.get().items).toHaveLength(MESSAGE_ATTACHMENT_LIMIT + 1);
    expect(view.get().leftOut).toEqual(["10.png", "11.png"]);
    store.dispose();
  });

  it("says why one can't be attached, and goes on with the others", async () => {
    const { store, view, phases, uploads } = createStore();
    store.add([aFile("no.pdf"), aFile("yes.png")]);
    await settle();
    expect(phases()).toEqual(["no.pdf failed", "yes.png uploading"]);
    expect(view.get().items[0]?.status).toEqual({
      phase: "failed",
      code: "UNSUPPORTED_MEDIA_TYPE",
      canRetry: false,
      format: "PDF",
    });
    await uploads.open[0]?.finish();
    await settle();
    expect(store.take().ids).toHaveLength(1);
    expect(store.unsafeNames).toEqual([]);
  });
});

describe("a failed upload", () => {
  it("may be tried again where that can help, without another preparation", async () => {
    const { store, view, uploads, urls, idOf, phases } = createStore();
    store.add([aFile("a")]);
    await settle();
    uploads.open[0]?.fail(failure("NETWORK_FAILED"));
    await settle();
    expect(view.get().items[0]?.status).toMatchObject({ canRetry: true });
    expect(store.unsafeNames).toEqual(["a"]);
    store.retry(idOf("a"));
    await settle();
    expect(phases()).toEqual(["a uploading"]);
    await uploads.open[0]?.finish();
    await settle();
    expect(phases()).toEqual(["a ready"]);
    expect(urls.made).toBe(1);
  });

  it("is not tried again where the file is what is wrong", async () => {
    const { store, view, uploads, idOf, phases } = createStore();
    store.add([aFile("a")]);
    await settle();
    uploads.open[0]?.fail(failure("IMAGE_UNREADABLE", 422));
    await settle();
    expect(view.get().items[0]?.status).toMatchObject({ canRetry: false });
    store.retry("no-such-item");
    store.retry(idOf("nothing"));
    expect(phases()).toEqual(["a failed"]);
  });
});

describe("removing", () => {
  it("stops what is on its way and never shows it again", async () => {
    const { store, uploads, deleting, idOf, phases } = createStore();
    store.add([aFile("a"), aFile("b"), aFile("c"), aFile("d")]);
    await settle();
    for (const name of ["d", "a"]) store.remove(idOf(name));
    await settle();
    expect(phases()).toEqual(["b uploading", "c uploading"]);
    expect(uploads.open).toHaveLength(2);
    expect(deleting.deleted).toEqual([]);
  });

  it("deletes what the server had in full, once it answers", async () => {
    const { store, uploads, deleting, idOf, phases } = createStore();
    store.add([aFile("a")]);
    await settle();
    uploads.open[0]?.input.onProgress(1);
    store.remove(idOf("a"));
    const attachment = await uploads.open[0]?.finish();
    await settle();
    expect(deleting.deleted).toEqual([attachment?.attachmentId]);
    expect(phases()).toEqual([]);
  });

  it("deletes on the server, and comes back with the reason where that fails", async () => {
    const { store, view, urls, deleting, idOf, upload, phases } = createStore();
    await upload("a", "b");
    store.remove(idOf("a"));
    await settle();
    expect(phases()).toEqual(["b ready"]);
    deleting.refuse(failure("NETWORK_FAILED"));
    store.remove(idOf("b"));
    expect(phases()).toEqual([]);
    await settle();
    expect(phases()).toEqual(["b ready"]);
    expect(view.get().notRemoved).toEqual({
      name: "b",
      code: "NETWORK_FAILED",
    });
    expect(urls.live.size).toBe(1);
    deleting.refuse(failure("ATTACHMENT_NOT_FOUND", 404));
    store.removeAll();
    await settle();
    expect(phases()).toEqual([]);
  });
});

describe("sending", () => {
  it("takes what is ready out of sight, in order, and gives it back when the message failed", async () => {
    const { store, upload, phases, urls } = createStore();
    const sent = await upload("a", "b");
    store.add([aFile("c")]);
    const taken = store.take();
    expect(taken.ids).toEqual(sent.map(({ attachmentId }) => attachmentId));
    await settle();
    expect(phases()).toEqual(["c uploading"]);
    expect(store.take().ids).toEqual([]);
    taken.settle("NETWORK_FAILED");
    expect(phases()).toEqual(["a ready", "b ready", "c uploading"]);
    store.take().settle(null);
    expect(phases()).toEqual(["c uploading"]);
    expect(urls.live.size).toBe(1);
  });

  it("offers to upload again what the server no longer has", async () => {
    const { store, upload, uploads, idOf, phases } = createStore();
    await upload("a");
    store.take().settle("ATTACHMENT_NOT_FOUND");
    expect(phases()).toEqual(["a failed"]);
    store.retry(idOf("a"));
    await settle();
    expect(uploads.open).toHaveLength(1);
  });
});

describe("what the log tells", () => {
  it("takes out what was sent or removed elsewhere, but not what it has not heard of yet", async () => {
    const { store, upload, phases, urls } = createStore();
    const [a, b, c] = await upload("a", "b", "c");
    if (a === undefined || b === undefined || c === undefined) throw Error();
    store.reconcile([a], new Set());
    expect(phases()).toHaveLength(3);
    store.reconcile([a, b, c], new Set([b.attachmentId]));
    expect(phases()).toEqual(["a ready", "c ready"]);
    store.reconcile([c], new Set([b.attachmentId]));
    expect(phases()).toEqual(["c ready"]);
    expect(urls.live.size).toBe(1);
  });

  it("brings back what was uploaded before, once, with the server's own picture", async () => {
    const { store, view, upload, phases, urls } = createStore();
    const [own] = await upload("own");
    const old = anAttachment({
      attachmentId: "att_9999999999999999",
      name: "old",
    });
    if (own === undefined) throw Error();
    store.adopt([old, own]);
    store.adopt([old]);
    expect(phases()).toEqual(["old ready", "own ready"]);
    expect(view.get().items[0]?.picture).toBe(
      `/api/sessions/${SESSION}/attachments/${old.attachmentId}/content`,
    );
    store.dispose();
    expect(urls.live.size).toBe(0);
  });
});

describe("what was sent before", () => {
  it("is attached once more, and stays with its first message when it is removed", async () => {
    const { store, deleting, phases } = createStore();
    const old = anAttachment({ name: "old" });
    const sent = new Set([old.attachmentId]);
    store.adopt([old], true);
    store.reconcile([old], sent);
    expect(phases()).toEqual(["old ready"]);
    expect(store.take().ids).toEqual([old.attachmentId]);
    store.adopt([old], true);
    store.remove(old.attachmentId);
    await settle();
    expect(deleting.deleted).toEqual([]);
  });
});

describe("addresses of pictures", () => {
  it("are all given back in the end, once each, whatever happened", async () => {
    const step = fc.constantFrom(
      "add",
      "unfit",
      "finish",
      "fail",
      "retry",
      "remove",
      "send",
      "give back",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const { store, view, uploads, urls } = createStore();
        const first = () => view.get().items[0]?.localId ?? "";
        const actions: Readonly<Record<(typeof steps)[number], () => void>> = {
          add: () => store.add([aFile(), aFile()]),
          unfit: () => store.add([aFile("no.pdf")]),
          finish: () => void uploads.open[0]?.finish(),
          fail: () => uploads.open[0]?.fail(failure("NETWORK_FAILED")),
          retry: () => store.retry(first()),
          remove: () => store.remove(first()),
          send: () => store.take().settle(null),
          "give back": () => store.take().settle("SESSION_BUSY"),
        };
        for (const name of steps) {
          actions[name]();
          await settle();
        }
        const shown = view.get().items.filter(({ picture }) => picture);
        expect(urls.live.size).toBe(shown.length);
        store.dispose();
        await settle();
        expect(urls.live.size).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
