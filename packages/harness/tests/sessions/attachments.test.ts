import { readdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Attachment } from "@agent-studio/shared";
import type { FakeSituation } from "../../src/testing/fake-agent-session.ts";
import { TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import { uploadOf } from "../../src/testing/uploads.ts";
import { openFixture, type SessionFixture } from "./session-fixture.ts";

const png = await sharp({
  create: { width: 40, height: 20, channels: 3, background: "#3060c0" },
})
  .png()
  .toBuffer();

let fixture: SessionFixture;
let seen: FakeSituation[];

beforeEach(async () => {
  seen = [];
  fixture = await openFixture({
    script: (situation) => {
      seen.push(situation);
      return situation.turn === 1 ? { text: "done" } : undefined;
    },
  });
});
afterEach(() => fixture.dispose());

const add = (name = "a.png"): Promise<Attachment> =>
  fixture.session.addAttachment(uploadOf(png, { name }), TEST_ORIGIN);

async function send(
  text: string,
  attachments: readonly Attachment[],
): Promise<string> {
  const { runId } = await fixture.session.sendMessage(
    { text, attachmentIds: attachments.map((each) => each.attachmentId) },
    TEST_ORIGIN,
  );
  await fixture.ended(runId);
  return runId;
}

async function files(): Promise<readonly string[]> {
  const folder = path.join(
    fixture.harness.dataDir,
    "sessions",
    fixture.session.sessionId,
  );
  return (await readdir(folder, { recursive: true })).filter((name) =>
    /[/\\]/.test(name),
  );
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

  it("gives back its normalised bytes, until it is removed", async () => {
    const { attachmentId } = await add();
    const opened = await fixture.session.openAttachment(attachmentId);
    expect(opened?.bytes.subarray(1, 4).toString()).toBe("PNG");
    await fixture.session.removeAttachment(attachmentId, TEST_ORIGIN);
    await fixture.session.removeAttachment(attachmentId, TEST_ORIGIN);
    expect(await fixture.session.openAttachment(attachmentId)).toBeUndefined();
    expect(await files()).toEqual([]);
  });

  it("reaches the model with its message, and again with the later ones", async () => {
    const attachment = await add();
    await send("look", [attachment]);
    await send("again", []);
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
});
