/** Uploads that end anywhere, beside everything else that a session does. */
import { join } from "node:path";
import type { Attachment } from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { readHostileFile } from "../../src/testing/hostile-files.ts";
import { filesBelow } from "../../src/testing/kept-files.ts";
import {
  fileForm,
  multipartBody,
  TEST_BOUNDARY,
} from "../../src/testing/multipart.ts";
import { RawUpload } from "../../src/testing/raw-upload.ts";
import {
  eventsOf,
  sendDemoTask,
  startStudio,
  untilAsked,
  untilEvent,
  type DemoSession,
  type Studio,
  type StudioParts,
} from "../../src/testing/studio.ts";

let studio: Studio | undefined;
afterEach(async () => {
  await studio?.close();
  expect(studio?.defects).toEqual([]);
  studio = undefined;
});

async function start(
  environment?: Readonly<Record<string, string>>,
  parts?: StudioParts,
) {
  const started = await startStudio(environment, parts);
  studio = started;
  const session = await started.demoSession();
  const sessions = join(started.dataDir, "sessions");
  return { studio: started, session, sessions };
}

const PICTURE = readHostileFile("benign.jpg");
const BODY = ((): Buffer => {
  const [before = "", after = ""] = multipartBody({ content: "|" }).split("|");
  return Buffer.concat([Buffer.from(before), PICTURE, Buffer.from(after)]);
})();

const openRaw = ({ viewer, path }: DemoSession) =>
  RawUpload.open({
    port: viewer.port,
    path: `${path}/attachments`,
    cookie: viewer.cookie,
    headers: [
      `content-type: multipart/form-data; boundary=${TEST_BOUNDARY}`,
      `content-length: ${BODY.length}`,
    ],
  });

const upload = ({ viewer, path }: DemoSession, name = "a.jpg") =>
  viewer.request(
    "POST",
    `${path}/attachments`,
    fileForm(PICTURE, { name, type: "image/jpeg" }),
  );

/** The state that watchers come to, once it holds what is awaited. */
async function attachmentsOf({
  viewer,
  path,
}: DemoSession): Promise<readonly Attachment[]> {
  const { body } = await viewer.request("GET", `${path}/snapshot`);
  return (body as { state: { attachments: Attachment[] } }).state.attachments;
}

describe("two hundred uploads that are cut at any byte", () => {
  it("leave no file behind, and nobody waits for them", async () => {
    const { session, sessions } = await start();
    const cuts = fc.sample(fc.integer({ min: 0, max: BODY.length - 1 }), {
      numRuns: 200,
      seed: 4,
    });
    const cutOff = async (cut: number) => {
      const raw = await openRaw(session);
      await raw.write(BODY.subarray(0, cut));
      raw.destroy();
      await raw.closed;
    };
    const others = Array.from({ length: 20 }, () =>
      session.viewer.request("GET", "/api/sessions"),
    );
    await Promise.all(cuts.map(cutOff));
    for (const { status } of await Promise.all(others))
      expect(status).toBe(200);
    const { status, body } = await upload(session);
    expect(status).toBe(201);
    const { attachmentId } = (body as { attachment: Attachment }).attachment;
    const own = `${session.path}/attachments/${attachmentId}`;
    expect((await session.viewer.request("DELETE", own)).status).toBe(204);
    await vanished(sessions);
    expect(checkLegal(eventsOf(session))).toEqual([]);
  });
});

/** Connections close when they like, so what they left goes soon after and not at once. */
async function vanished(folder: string): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    if ((await filesBelow(folder)).length === 0) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await filesBelow(folder)).toEqual([]);
}

describe("an upload beside other things", () => {
  it("comes in while a run waits for a person, and is for the next message", async () => {
    const { session } = await start();
    await sendDemoTask(session);
    const { approvalId } = await untilAsked(session);
    const { status, body } = await upload(session);
    expect(status).toBe(201);
    const { attachmentId } = (body as { attachment: Attachment }).attachment;
    const { viewer, path } = session;
    await viewer.request("POST", `${path}/approvals/${approvalId}/approve`);
    await untilEvent(session, "run.completed");
    const sent = await viewer.request("POST", `${path}/messages`, {
      text: "And this?",
      attachmentIds: [attachmentId],
    });
    expect(sent.status).toBe(202);
  });

  it("ends with a session that is deleted meanwhile, which leaves nothing", async () => {
    const { session, sessions } = await start();
    const raw = await openRaw(session);
    await raw.write(BODY.subarray(0, BODY.length - 40));
    const whole = [upload(session), upload(session), upload(session)];
    const { viewer, path } = session;
    expect((await viewer.request("DELETE", path)).status).toBe(204);
    expect(await filesBelow(sessions)).toEqual([]);
    expect(await raw.answer()).toMatchObject({ status: 404 });
    raw.destroy();
    for (const { status } of await Promise.all(whole))
      expect([201, 404]).toContain(status);
    expect(await filesBelow(sessions)).toEqual([]);
    expect(checkLegal(eventsOf(session))).toEqual([]);
  });

  it("ends with a server that shuts down", async () => {
    const { studio: started, session, sessions } = await start();
    const raw = await openRaw(session);
    await raw.write(BODY.subarray(0, BODY.length - 40));
    await session.viewer.request("GET", "/api/sessions");
    await started.server.app.close();
    expect(await raw.answer()).toMatchObject({ status: 503 });
    expect(await filesBelow(sessions)).toEqual([]);
  });

  it("is nobody else's business", async () => {
    const { studio: started, session } = await start();
    const { body } = await upload(session);
    const { attachmentId } = (body as { attachment: Attachment }).attachment;
    const other = await started.demoSession();
    const own = `/attachments/${attachmentId}`;
    const { viewer, path } = other;
    const ask = (method: string, url: string) => viewer.request(method, url);
    expect((await ask("GET", `${session.path}${own}/content`)).status).toBe(
      404,
    );
    expect((await ask("DELETE", session.path + own)).status).toBe(404);
    expect((await ask("GET", `${path}${own}/content`)).status).toBe(404);
    expect((await ask("DELETE", path + own)).status).toBe(204);
    const kept = `${session.path}${own}/content`;
    expect((await session.viewer.request("GET", kept)).status).toBe(200);
    expect(eventsOf(other).map(({ type }) => type)).not.toContain(
      "attachment.removed",
    );
  });
});

describe("the names and bytes of files", () => {
  it("stand in no log line, and bytes in no event or snapshot", async () => {
    const lines: string[] = [];
    const log = { write: (line: string) => lines.push(line) };
    const { session } = await start({ LOG_LEVEL: "trace" }, { log });
    const { body } = await upload(session, "private-holiday.jpg");
    expect(body).toMatchObject({ attachment: { name: "private-holiday.jpg" } });
    await session.viewer.request(
      "POST",
      `${session.path}/attachments`,
      fileForm("no picture", { name: "private-letter.jpg" }),
    );
    const snapshot = await session.viewer.request(
      "GET",
      `${session.path}/snapshot`,
    );
    expect(lines.join("\n")).not.toMatch(/private-(?:holiday|letter)/);
    const everything = [
      ...lines,
      session.stream.bytes.toString(),
      JSON.stringify(snapshot.body),
    ].join("\n");
    const base64 = PICTURE.toString("base64");
    for (const at of [0, 40, 200])
      expect(everything).not.toContain(base64.slice(at, at + 40));
  });
});

describe("a session", () => {
  it("holds a hundred attachments, and room comes back with each that goes", async () => {
    const { session } = await start();
    const { viewer, path } = session;
    const uploads = Array.from({ length: 101 }, () => upload(session));
    const answers = await Promise.all(uploads);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toMatchObject([
      {
        status: 409,
        body: { error: { code: "LIMIT_REACHED", details: { limit: 100 } } },
      },
    ]);
    const [first] = await attachmentsOf(session);
    const own = `${path}/attachments/${first?.attachmentId ?? ""}`;
    await viewer.request("DELETE", own);
    expect((await upload(session)).status).toBe(201);
  });
});
