import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Attachment } from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import type { FakeSituation } from "../../src/testing/fake-agent-session.ts";
import { TEST_ORIGIN, TEST_VIEWER } from "../../src/testing/test-harness.ts";
import {
  brokenUpload,
  hangingUpload,
  uploadOf,
} from "../../src/testing/uploads.ts";
import { flag } from "../attachments/pictures.ts";
import { CommitGate, has } from "./commit-gate.ts";
import { openFixture, type SessionFixture } from "./session-fixture.ts";

const picture = await flag(40, 20);

let gate: CommitGate;
let fixture: SessionFixture;
let seen: FakeSituation[];
/** What the model's answers wait for. */
let until: Promise<unknown> | undefined;

beforeEach(async () => {
  gate = new CommitGate();
  seen = [];
  until = undefined;
  fixture = await openFixture({
    script: (situation) => {
      seen.push(situation);
      return situation.turn === 1
        ? { text: "done", ...(until === undefined ? {} : { until }) }
        : undefined;
    },
    harness: { deps: { store: gate.store } },
  });
});
afterEach(async () => {
  await fixture.dispose();
  expect(checkLegal(fixture.watch.events)).toEqual([]);
  expect(await files()).toEqual([]);
});

const add = (name = "a.png"): Promise<Attachment> =>
  fixture.session.addAttachment(uploadOf(picture, { name }), TEST_ORIGIN);
const remove = ({ attachmentId }: Attachment): Promise<void> =>
  fixture.session.removeAttachment(attachmentId, TEST_ORIGIN);
const listed = (): readonly Attachment[] => {
  const { state } = JSON.parse(fixture.session.snapshot().toString()) as {
    state: { attachments: readonly Attachment[] };
  };
  return state.attachments;
};

async function send(
  text: string,
  attachments: readonly Attachment[],
): Promise<string> {
  const { runId } = await fixture.session.sendMessage(
    { text, attachmentIds: attachments.map((each) => each.attachmentId) },
    TEST_ORIGIN,
  );
  return runId;
}

/** Every file below the folder of all sessions. */
async function files(): Promise<readonly string[]> {
  const folder = path.join(fixture.harness.dataDir, "sessions");
  const all = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return all.filter((each) => each.isFile()).map(({ name }) => name);
}

describe("an attachment of a session", () => {
  it("is processing for everyone else until it is ready", async () => {
    const attachment = await add();
    expect(attachment).toMatchObject({
      kind: "image",
      name: "a.png",
      mediaType: "image/png",
      width: 40,
      height: 20,
      status: "ready",
    });
    const added = await fixture.watch.untilType("attachment.added");
    expect(added.payload.attachment.status).toBe("processing");
    const updated = await fixture.watch.untilType("attachment.updated");
    expect(updated.payload.attachment).toEqual(attachment);
  });

  it("gives back its bytes, until it is removed, however often", async () => {
    const attachment = await add();
    const { attachmentId } = attachment;
    const opened = await fixture.session.openAttachment(attachmentId);
    expect(opened?.bytes.subarray(1, 4).toString()).toBe("PNG");
    await remove(attachment);
    await remove(attachment);
    expect(await fixture.session.openAttachment(attachmentId)).toBeUndefined();
    expect(await files()).toEqual([]);
    await fixture.watch.untilType("attachment.removed");
  });

  it("is nobody else's", async () => {
    const { attachmentId } = await add();
    const other = await fixture.harness.registry.create(
      { viewerId: TEST_VIEWER },
      TEST_ORIGIN,
    );
    expect(await other.openAttachment(attachmentId)).toBeUndefined();
    await other.removeAttachment(attachmentId, TEST_ORIGIN);
    expect(await fixture.session.openAttachment(attachmentId)).toBeDefined();
  });

  it("reaches the model with its message, and again with the later ones", async () => {
    const attachment = await add();
    await fixture.ended(await send("look", [attachment]));
    await fixture.ended(await send("again", []));
    expect(seen[0]?.attachments).toMatchObject([
      { kind: "text", text: '[Attached image 1, "a.png"]' },
      { kind: "image", mediaType: "image/png" },
    ]);
    expect(seen[1]?.attachments).toEqual([]);
    expect(seen[1]?.history[0]).toMatchObject({
      text: "look",
      attachments: [{ kind: "text" }, { kind: "image" }],
    });
  });

  it("can be sent again, and outlives its removal in what was said", async () => {
    const attachment = await add();
    await fixture.ended(await send("one", [attachment]));
    await fixture.ended(await send("two", [attachment]));
    await remove(attachment);
    expect(listed()).toEqual([]);
    await expect(send("three", [attachment])).rejects.toMatchObject({
      code: "ATTACHMENT_NOT_FOUND",
    });
    const said = fixture.watch.events.filter(
      ({ type }) => type === "user.message",
    );
    expect(said).toMatchObject([
      { payload: { attachments: [attachment] } },
      { payload: { attachments: [attachment] } },
    ]);
  });

  it("is taken in beside a run", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    until = promise;
    const runId = await fixture.send();
    expect(await add()).toMatchObject({ status: "ready" });
    expect(fixture.session.summary().status).toBe("running");
    resolve(undefined);
    await fixture.ended(runId);
  });

  it("never has its bytes in an event, a snapshot or a sealed part", async () => {
    const attachment = await add();
    const opened = await fixture.session.openAttachment(
      attachment.attachmentId,
    );
    await fixture.ended(await send("look", [attachment]));
    const log = await gate.store.open(fixture.session.sessionId);
    const texts = [
      JSON.stringify(fixture.watch.events),
      fixture.session.snapshot().toString(),
      JSON.stringify(await log.sealed(0)),
    ];
    const middle = opened?.bytes.subarray(30, 60).toString("base64") ?? "?";
    for (const text of texts) {
      expect(text).not.toContain(middle);
      expect(text).not.toMatch(/iVBOR|base64|"type":"Buffer"/);
    }
  });

  it("is one of a hundred at most", async () => {
    for (let count = 0; count < 100; count += 10)
      await Promise.all(Array.from({ length: 10 }, () => add()));
    await expect(add()).rejects.toMatchObject({
      code: "LIMIT_REACHED",
      details: { limit: 100 },
    });
    const [first] = listed();
    if (first !== undefined) await remove(first);
    expect(await add()).toBeDefined();
  }, 60_000);
});

describe("a file that does not become an attachment", () => {
  it.each([
    ["hello", "UNSUPPORTED_MEDIA_TYPE"],
    ["", "FILE_EMPTY"],
    ["GIF89a?", "IMAGE_UNREADABLE"],
  ])("is rejected by name and leaves nothing: %j", async (text, code) => {
    const upload = uploadOf(Buffer.from(text), { name: "x\u202Egnp.file" });
    const added = fixture.session.addAttachment(upload, TEST_ORIGIN);
    await expect(added).rejects.toMatchObject({ name: "HarnessError", code });
    const rejected = await fixture.watch.untilType("attachment.rejected");
    expect(rejected.payload).toEqual({ name: "x\\u{202E}gnp.file", code });
    expect(listed()).toEqual([]);
    expect(await files()).toEqual([]);
  });

  it("is gone without a word when its sender is", async () => {
    const { signal, ...sender } = aborting();
    const upload = hangingUpload(picture.subarray(0, 40), { signal });
    const added = fixture.session.addAttachment(upload, TEST_ORIGIN);
    sender.leave();
    await expect(added).rejects.toThrow("gone");
    expect(fixture.watch.types().join()).not.toContain("attachment");
    expect(await files()).toEqual([]);
  });

  it("is told of when the transport breaks", async () => {
    const upload = brokenUpload(picture.subarray(0, 40));
    await expect(
      fixture.session.addAttachment(upload, TEST_ORIGIN),
    ).rejects.toThrow("broke");
    const rejected = await fixture.watch.untilType("attachment.rejected");
    expect(rejected.payload.code).toBe("INTERNAL");
  });

  it("ends when it is removed while it is being processed", async () => {
    const added = add();
    const { payload } = await fixture.watch.untilType("attachment.added");
    const isReady = await Promise.all([
      added.then(
        () => true,
        () => false,
      ),
      remove(payload.attachment),
    ]);
    expect(isReady).toHaveLength(2);
    expect(listed()).toEqual([]);
    expect(await files()).toEqual([]);
  });

  it("ends with its session, and nothing of it stays", async () => {
    const { session, harness } = fixture;
    await add();
    const added = session.addAttachment(
      hangingUpload(picture.subarray(0, 40)),
      TEST_ORIGIN,
    );
    const refused = expect(added).rejects.toMatchObject({
      code: "SESSION_NOT_FOUND",
    });
    await harness.registry.delete(session.sessionId, TEST_VIEWER, TEST_ORIGIN);
    await refused;
    expect(await files()).toEqual([]);
    await expect(add()).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
  });

  it("is not ready when that could not be written down, and fails in the list", async () => {
    gate.fails = has("attachment.updated");
    await expect(add("lost.png")).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
    gate.fails = () => false;
    expect(await add("kept.png")).toMatchObject({ status: "ready" });
    expect(listed().filter(({ status }) => status === "processing")).toEqual(
      [],
    );
    expect(await files()).toHaveLength(1);
  });
});

function aborting(): { readonly signal: AbortSignal; leave(): void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    leave: () => controller.abort(new Error("gone")),
  };
}
