/** Attachments over a restart: what was ready is there, what was on its way in has failed, and no file is left over. */
import { cpSync, readdirSync } from "node:fs";
import path from "node:path";
import { checkLegal } from "@agent-studio/shared/testing";
import { describe, expect, it } from "vitest";
import { createFileAttachmentStores } from "../../src/adapters.ts";
import type { SessionApi } from "../../src/index.ts";
import { EventWatch, TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import { uploadOf } from "../../src/testing/uploads.ts";
import { flag } from "../attachments/pictures.ts";
import { found, useLives, type Life } from "./restart-fixture.ts";

const { live, killed } = useLives();
const picture = await flag(40, 20);
const script = () => ({ text: "Seen." });

/** Reads no picture until it is told to stop. */
const neverReady = createFileAttachmentStores({
  normalizer: {
    normalize: (_files, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () =>
          reject(new Error("Nobody waits for it.")),
        );
      }),
    measure: () => Promise.reject(new Error("No picture.")),
    close: () => Promise.resolve(),
  },
});

function files(folder: string): readonly string[] {
  return readdirSync(path.join(folder, "sessions"), {
    recursive: true,
    withFileTypes: true,
  }).flatMap((each) => (each.isFile() ? [each.name] : []));
}

const attach = (session: SessionApi) =>
  session.addAttachment(uploadOf(picture, { name: "a.png" }), TEST_ORIGIN);

async function eventsOf(life: Life, session: SessionApi) {
  const again = found(life, session);
  const watch = new EventWatch(again);
  await watch.until(({ sequence }) => sequence === again.reader.latestSequence);
  await watch.close();
  return watch.events;
}

describe("an attachment whose process is killed", () => {
  it("has failed at once after the restart when it was being processed, and nothing of it stays", async () => {
    const before = await live({ script, deps: { attachments: neverReady } });
    const session = await before.harness.session();
    const watch = new EventWatch(session);
    void attach(session).catch(() => undefined);
    await watch.untilType("attachment.added");
    await watch.close();
    const after = await live({ folder: killed(before), script });
    const events = await eventsOf(after, session);
    expect(events.slice(watch.events.length)).toMatchObject([
      { type: "session.resumed" },
      {
        type: "attachment.updated",
        payload: { attachment: { status: "failed" } },
      },
    ]);
    expect(checkLegal(events)).toEqual([]);
    expect(files(after.folder)).not.toContainEqual(
      expect.stringContaining("att_"),
    );
    const third = await live({ folder: killed(after), script });
    expect(await eventsOf(third, session)).toEqual(events);
  });

  it("leaves no file when it was removed, and the process was gone before the file was", async () => {
    const before = await live({ script });
    const session = await before.harness.session();
    const removed = await attach(session);
    const kept = await attach(session);
    const withBoth = killed(before);
    await session.removeAttachment(removed.attachmentId, TEST_ORIGIN);
    const folder = killed(before);
    cpSync(path.join(withBoth, "sessions"), path.join(folder, "sessions"), {
      recursive: true,
    });
    const after = await live({ folder, script });
    expect(files(folder).filter((name) => /att_/.test(name))).toEqual([
      expect.stringContaining(kept.attachmentId),
    ]);
    const again = found(after, session);
    expect((await again.openAttachment(kept.attachmentId))?.bytes).toEqual(
      (await session.openAttachment(kept.attachmentId))?.bytes,
    );
    expect(await again.openAttachment(removed.attachmentId)).toBeUndefined();
  });
});
