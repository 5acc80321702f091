/** The program is killed in the middle of an upload and started again on its folder. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Attachment } from "@agent-studio/shared";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readHostileFile } from "../../src/testing/hostile-files.ts";
import { filesBelow } from "../../src/testing/kept-files.ts";
import {
  fileForm,
  multipartBody,
  TEST_BOUNDARY,
} from "../../src/testing/multipart.ts";
import { RawUpload } from "../../src/testing/raw-upload.ts";
import {
  startServerProcess,
  type ServerProcess,
} from "../../src/testing/server-process.ts";
import { createViewer, type TestViewer } from "../../src/testing/test-app.ts";

const LIMIT_MS = 150_000;
let folder = "";
let server: ServerProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "studio-images-"));
});
afterEach(async () => {
  await kill();
  await rm(folder, { recursive: true, force: true });
});

async function start(port = 0): Promise<number> {
  server = startServerProcess({
    environment: {
      PORT: String(port),
      STUDIO_DATA_DIR: folder,
      STUDIO_DEMO_PACE: "instant",
    },
    cwd: folder,
    limitMs: LIMIT_MS,
  });
  return server.port;
}

async function kill(): Promise<void> {
  server?.signal("SIGKILL");
  await server?.exit;
}

const images = async () =>
  (await filesBelow(join(folder, "sessions"))).filter((file) =>
    /att_/.test(file),
  );

async function contentOf(viewer: TestViewer, path: string): Promise<Buffer> {
  const url = `http://127.0.0.1:${viewer.port}${path}/content`;
  const response = await fetch(url, { headers: { cookie: viewer.cookie } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

it(
  "keeps the images that were ready, drops what was on its way, and goes on with them",
  { timeout: LIMIT_MS },
  async () => {
    const port = await start();
    const viewer = await createViewer(port);
    const path = `/api/sessions/${await viewer.createSession()}`;
    const form = fileForm(readHostileFile("benign.png"));
    const added = await viewer.request("POST", `${path}/attachments`, form);
    const { attachment } = added.body as { attachment: Attachment };
    const own = `${path}/attachments/${attachment.attachmentId}`;
    const before = await contentOf(viewer, own);
    const raw = await RawUpload.open({
      port,
      path: `${path}/attachments`,
      cookie: viewer.cookie,
      headers: [
        `content-type: multipart/form-data; boundary=${TEST_BOUNDARY}`,
        "content-length: 100000",
      ],
    });
    await raw.write(
      multipartBody({ content: "a".repeat(5000) }).slice(0, 4000),
    );
    await expect.poll(images, { timeout: LIMIT_MS }).toHaveLength(2);
    await kill();

    await start(port);
    expect(await contentOf(viewer, own)).toEqual(before);
    expect(await images()).toHaveLength(1);
    await viewer.request("PUT", `${path}/model-config`, {
      presetId: "demo",
      providerId: "demo",
      api: "demo",
      modelId: "demo-script",
      supportsImages: true,
    });
    const stream = await viewer.stream(path.split("/").at(-1) ?? "");
    const sent = await viewer.request("POST", `${path}/messages`, {
      text: "What is this?",
      attachmentIds: [attachment.attachmentId],
    });
    expect(sent.status).toBe(202);
    await stream.until(({ events }) =>
      events.some(({ event }) => event === "run.completed"),
    );
    expect(stream.bytes.toString()).toMatch(/24\s*[×x]\s*16/);
    for (const file of await filesBelow(folder)) {
      if (file.includes("att_")) continue;
      const text = (await readFile(folder + file)).toString("latin1");
      expect(text).not.toContain(before.toString("base64").slice(0, 40));
      expect(text).not.toContain(before.toString("latin1").slice(0, 40));
    }
    expect((await viewer.request("DELETE", path)).status).toBe(204);
    expect(await filesBelow(join(folder, "sessions"))).toEqual([]);
  },
);
