/** Every file of the collection through the real route, into a real session. */
import { join } from "node:path";
import { AttachmentSchema, type HarnessEvent } from "@agent-studio/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  answersOf,
  FILE_ROWS,
  readHostileFile,
  type FileRow,
} from "../../src/testing/hostile-files.ts";
import { filesBelow } from "../../src/testing/kept-files.ts";
import { fileForm } from "../../src/testing/multipart.ts";
import {
  eventsOf,
  startStudio,
  type DemoSession,
  type Studio,
} from "../../src/testing/studio.ts";

let studio: Studio;
let session: DemoSession;
let folder: string;

beforeAll(async () => {
  studio = await startStudio();
  session = await studio.demoSession();
  folder = join(studio.dataDir, "sessions", session.sessionId);
});
afterAll(async () => {
  await studio.close();
  expect(studio.defects).toEqual([]);
});

/** What the route made of a file, and what it told the watchers. */
async function upload(bytes: Buffer<ArrayBuffer>, name: string, type: string) {
  const { viewer, path, stream } = session;
  const before = stream.events.length;
  const answer = await viewer.request(
    "POST",
    `${path}/attachments`,
    fileForm(bytes, { name, type }),
  );
  const { code } = (answer.body as { error?: { code: string } }).error ?? {
    code: "accepted",
  };
  const last =
    code === "accepted" ? "attachment.updated" : "attachment.rejected";
  await stream.until(({ events }) =>
    events.slice(before).some(({ event }) => event === last),
  );
  return { code, body: answer.body, told: eventsOf(session).slice(before) };
}

async function contentOf(attachmentId: string) {
  const { viewer, path } = session;
  const response = await fetch(
    `${studio.server.url}${path}/attachments/${attachmentId}/content`,
    { headers: { cookie: viewer.cookie } },
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  return { headers: response.headers, bytes };
}

const typesOf = (events: readonly HarnessEvent[]) =>
  events.map(({ type }) => type).filter((type) => type.startsWith("attach"));

async function expectTaken(body: unknown): Promise<void> {
  const attachment = AttachmentSchema.parse(
    (body as { attachment: unknown }).attachment,
  );
  const { attachmentId, mediaType, sizeBytes, width, height } = attachment;
  expect(attachment).toMatchObject({ kind: "image", status: "ready" });
  expect(mediaType).toMatch(/^image\/(?:jpeg|png)$/);
  expect(Math.min(width ?? 0, height ?? 0)).toBeGreaterThan(0);
  const { headers, bytes } = await contentOf(attachmentId);
  expect(headers.get("content-type")).toBe(mediaType);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(bytes).toHaveLength(sizeBytes);
  expect(bytes.toString("latin1")).not.toMatch(
    /CANARY|Exif|GPS|ICC_PROFILE|iCCP|tEXt|iTXt|zTXt|acTL/,
  );
  const own = `${session.path}/attachments/${attachmentId}`;
  expect((await session.viewer.request("DELETE", own)).status).toBe(204);
}

describe("a file of the collection", () => {
  it.each(FILE_ROWS.map((row) => [row.file, row.why, row] as const))(
    "is answered rightly: %s, %s",
    async (_, __, row: FileRow) => {
      const { file, declaredMime, uploadName = file } = row;
      const bytes = readHostileFile(file);
      const { code, body, told } = await upload(
        bytes,
        uploadName,
        declaredMime,
      );
      expect(answersOf(row)).toContain(code);
      expect(JSON.stringify(told)).not.toContain(
        bytes.toString("base64").slice(0, 40) || "no bytes at all",
      );
      if (code === "accepted") await expectTaken(body);
      else
        expect(told).toContainEqual(
          expect.objectContaining({
            type: "attachment.rejected",
            payload: { name: expect.any(String) as string, code },
          }),
        );
      expect(await filesBelow(folder)).toEqual([]);
    },
  );

  it("is ready for its sender and shown to watchers on the way", async () => {
    const { told } = await upload(
      readHostileFile("benign.png"),
      "a.png",
      "image/png",
    );
    expect(typesOf(told)).toEqual(["attachment.added", "attachment.updated"]);
    expect(told).toMatchObject([
      { payload: { attachment: { status: "processing", name: "a.png" } } },
      { payload: { attachment: { status: "ready", width: 24, height: 16 } } },
    ]);
  });
});

describe("a type that says little", () => {
  const png = readHostileFile("benign.png");
  it.each([
    ["", "a"],
    ["application/octet-stream", "a.bin"],
    ["image/png", "a.txt"],
  ])("of %j and the name %s leaves it to the bytes", async (type, name) => {
    expect((await upload(png, name, type)).code).toBe("accepted");
  });

  it.each([
    ["image/jpeg", "a.png"],
    ["image/png", "a.jpg"],
    ["", "a.gif"],
  ])("of %j and the name %s is held against the bytes", async (type, name) => {
    expect((await upload(png, name, type)).code).toBe(
      "IMAGE_SIGNATURE_MISMATCH",
    );
  });
});

describe("a photo of a phone", () => {
  const heic = Buffer.from(
    "00000020667479706865696300000000 6d6966314d6948456d696166".replace(
      " ",
      "",
    ),
    "hex",
  );
  it.each([
    ["photo.heic", "image/heic", "UNSUPPORTED_MEDIA_TYPE"],
    ["photo.heic", "", "UNSUPPORTED_MEDIA_TYPE"],
    ["photo.png", "image/png", "IMAGE_SIGNATURE_MISMATCH"],
  ])("as %s of %j is refused with advice", async (name, type, expected) => {
    const { code, body } = await upload(heic, name, type);
    expect(code).toBe(expected);
    const { error } = body as { error: { message: string } };
    expect(error.message).toMatch(/HEIC.*JPEG/);
  });
});

describe("a file that is too large", () => {
  it.each([
    ["announced so", 10 * 1024 * 1024 + 1],
    ["far beyond", 12 * 1024 * 1024],
  ])("is refused and named to the watchers: %s", async (_, size) => {
    const { code, told } = await upload(
      Buffer.alloc(size, readHostileFile("benign.png")),
      "big.png",
      "image/png",
    );
    expect(code).toBe("IMAGE_TOO_LARGE");
    expect(told).toMatchObject([
      {
        type: "attachment.rejected",
        payload: { name: "big.png", code: "IMAGE_TOO_LARGE" },
      },
    ]);
  });
});
