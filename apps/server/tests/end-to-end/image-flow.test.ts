/** A picture, metrics and a report, from the upload to the folder that is gone. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  createInitialState,
  fold,
  type Attachment,
  type LabSummary,
} from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { afterEach, describe, expect, it } from "vitest";
import { readHostileFile } from "../../src/testing/hostile-files.ts";
import { fileForm } from "../../src/testing/multipart.ts";
import {
  eventsOf,
  startStudio,
  untilAsked,
  untilEvent,
  type DemoSession,
  type Studio,
} from "../../src/testing/studio.ts";

let studio: Studio | undefined;
afterEach(async () => {
  await studio?.close();
  expect(studio?.defects).toEqual([]);
  studio = undefined;
});

const PICTURE = readHostileFile("exif-orient6-gps.jpg");

async function start(environment?: Readonly<Record<string, string>>) {
  studio = await startStudio(environment);
  return { session: await studio.demoSession(), dataDir: studio.dataDir };
}

/** Uploads the picture and sends it with the demo task. */
async function sendPicture({ viewer, path }: DemoSession): Promise<Attachment> {
  const added = await viewer.request(
    "POST",
    `${path}/attachments`,
    fileForm(PICTURE, { name: "chart.jpg", type: "image/jpeg" }),
  );
  expect(added.status).toBe(201);
  const { attachment } = added.body as { attachment: Attachment };
  const labs = await viewer.request("GET", "/api/labs");
  const [lab] = (labs.body as { labs: LabSummary[] }).labs;
  const sent = await viewer.request("POST", `${path}/messages`, {
    text: lab?.demoPrompt.en,
    attachmentIds: [attachment.attachmentId],
  });
  expect(sent.status).toBe(202);
  return attachment;
}

const decide = async (session: DemoSession, verb: "approve" | "deny") => {
  const { approvalId } = await untilAsked(session);
  const url = `${session.path}/approvals/${approvalId}/${verb}`;
  expect((await session.viewer.request("POST", url)).status).toBe(200);
};

const spoken = (session: DemoSession) =>
  eventsOf(session)
    .flatMap((event) =>
      event.type === "assistant.completed" ? [event.payload.text] : [],
    )
    .join("\n");

/** The run is over as the protocol has it, and told of metadata only. */
async function expectWhole(session: DemoSession): Promise<void> {
  await untilEvent(session, "run.completed");
  const events = eventsOf(session);
  expect(checkLegal(events)).toEqual([]);
  const { state, gap } = fold(createInitialState(session.sessionId), events);
  expect(gap).toBeNull();
  expect(state.messages[0]).toMatchObject({
    role: "user",
    attachments: [{ name: "chart.jpg", status: "ready" }],
  });
  expect(session.stream.bytes.toString()).not.toMatch(/base64|\/9j\//);
  expect(spoken(session)).toMatch(/16\s*[×x]\s*24/);
}

async function deleteWhole(session: DemoSession, dataDir: string) {
  const { viewer, path, sessionId } = session;
  expect(await readdir(join(dataDir, "sessions"))).toEqual([sessionId]);
  expect((await viewer.request("DELETE", path)).status).toBe(204);
  expect(await readdir(join(dataDir, "sessions"))).toEqual([]);
  const left = await readdir(dataDir, { recursive: true });
  expect(left.filter((name) => /ses_|att_/.test(name))).toEqual([]);
}

describe("a picture with the demo task", () => {
  it("is looked at, the report is saved, and all of it goes with the session", async () => {
    const { session, dataDir } = await start();
    const { viewer, path } = session;
    const { attachmentId, width, height } = await sendPicture(session);
    expect([width, height]).toEqual([16, 24]);
    await decide(session, "approve");
    await expectWhole(session);
    const report = await viewer.request("GET", `${path}/artifacts/report.md`);
    expect(report.status).toBe(200);
    const content = `${path}/attachments/${attachmentId}/content`;
    expect((await viewer.request("GET", content)).status).toBe(200);
    await deleteWhole(session, dataDir);
    expect((await viewer.request("GET", content)).status).toBe(404);
  });

  it("is looked at without a report when saving is denied", async () => {
    const { session, dataDir } = await start();
    await sendPicture(session);
    await decide(session, "deny");
    await expectWhole(session);
    const { viewer, path } = session;
    const artifacts = await viewer.request("GET", `${path}/artifacts`);
    expect(artifacts.body).toEqual({ artifacts: [] });
    await deleteWhole(session, dataDir);
  });

  it("is looked at without a report when nobody answers", async () => {
    const { session, dataDir } = await start({
      STUDIO_APPROVAL_TIMEOUT_MS: "100",
    });
    await sendPicture(session);
    await expectWhole(session);
    const { viewer, path } = session;
    const artifacts = await viewer.request("GET", `${path}/artifacts`);
    expect(artifacts.body).toEqual({ artifacts: [] });
    await deleteWhole(session, dataDir);
  });
});
