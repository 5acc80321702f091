/** Pictures on real models: over HTTP, through Pi and the wire, to a provider on this machine. */
import {
  ProviderSimulator,
  SIMULATED_APIS,
  statusReply,
  type SimulatedApi,
  type SimulatorScript,
} from "@agent-studio/harness/testing";
import type { Attachment, ModelConnectionInput } from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { afterEach, describe, expect, it } from "vitest";
import { readHostileFile } from "../../src/testing/hostile-files.ts";
import { fileForm } from "../../src/testing/multipart.ts";
import { replyTo, simulatorInput } from "../../src/testing/report-model.ts";
import {
  eventsOf,
  startStudio,
  type DemoSession,
  type Studio,
} from "../../src/testing/studio.ts";

let studio: Studio | undefined;
let simulator: ProviderSimulator | undefined;
afterEach(async () => {
  await studio?.close();
  await simulator?.close();
  expect(studio?.defects).toEqual([]);
  expect(simulator?.defects ?? []).toEqual([]);
  studio = undefined;
  simulator = undefined;
});

const fine: SimulatorScript = (request) => replyTo(request, { text: "I see." });

async function start(api: SimulatedApi, script = fine) {
  const provider = await ProviderSimulator.open(script);
  simulator = provider;
  const { origin } = provider;
  studio = await startStudio({ STUDIO_ALLOWED_MODEL_ORIGINS: origin });
  const input = (overrides: Partial<ModelConnectionInput> = {}) =>
    simulatorInput(api, origin, { supportsImages: true, ...overrides });
  return { session: await studio.demoSession(input()), provider, input };
}

async function attach(
  { viewer, path }: DemoSession,
  file: string,
  type: string,
): Promise<Attachment> {
  const form = fileForm(readHostileFile(file), { name: file, type });
  const { body } = await viewer.request("POST", `${path}/attachments`, form);
  return (body as { attachment: Attachment }).attachment;
}

const send = ({ viewer, path }: DemoSession, text: string, ids?: string[]) =>
  viewer.request("POST", `${path}/messages`, {
    text,
    ...(ids === undefined ? {} : { attachmentIds: ids }),
  });

/** Sends, and waits for the end of that run; gives its type and payload. */
async function converse(session: DemoSession, text: string, ids?: string[]) {
  const sent = await send(session, text, ids);
  expect(sent.status).toBe(202);
  const { runId } = sent.body as { runId: string };
  const find = () =>
    eventsOf(session).find(
      (event) =>
        event.runId === runId &&
        /^run\.(?:completed|failed|cancelled)$/.test(event.type),
    );
  await session.stream.until(() => find() !== undefined);
  return find();
}

async function contentOf(
  { viewer, path }: DemoSession,
  { attachmentId }: Attachment,
): Promise<string> {
  const response = await fetch(
    `http://127.0.0.1:${viewer.port}${path}/attachments/${attachmentId}/content`,
    { headers: { cookie: viewer.cookie } },
  );
  return Buffer.from(await response.arrayBuffer()).toString("base64");
}

/** How each api wants a picture inside a message. */
function pictureOf(api: SimulatedApi, type: string, base64: string): object {
  const url = `data:${type};base64,${base64}`;
  switch (api) {
    case "openai-completions":
      return { type: "image_url", image_url: { url } };
    case "openai-responses":
      return { type: "input_image", image_url: url };
    case "anthropic-messages":
      return {
        type: "image",
        source: { type: "base64", media_type: type, data: base64 },
      };
  }
}

/** Every object inside a value. */
function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

const holdsPicture = (body: unknown) =>
  objectsIn(body).some(
    (part) =>
      "type" in part &&
      ["image_url", "input_image", "image"].includes(String(part.type)),
  );

describe.each(SIMULATED_APIS)("a picture for a model over %s", (api) => {
  it("goes out as the api wants it, with its message and every later one", async () => {
    const { session, provider } = await start(api);
    const png = await attach(session, "benign.png", "image/png");
    const gif = await attach(session, "animated-3.gif", "image/gif");
    const ids = [png.attachmentId, gif.attachmentId];
    expect(await converse(session, "What is this?", ids)).toMatchObject({
      type: "run.completed",
    });
    expect(await converse(session, "And now?")).toMatchObject({
      type: "run.completed",
    });
    expect(checkLegal(eventsOf(session))).toEqual([]);
    for (const { body, bodyText } of provider.requests) {
      for (const picture of [png, gif]) {
        const base64 = await contentOf(session, picture);
        expect(objectsIn(body)).toContainEqual(
          expect.objectContaining(pictureOf(api, picture.mediaType, base64)),
        );
      }
      expect(bodyText).not.toMatch(/image\/gif|image\/webp/);
      expect(bodyText).toContain("benign.png");
    }
    expect(session.stream.bytes.toString()).not.toContain(
      (await contentOf(session, png)).slice(0, 40),
    );
  });

  it.each([
    ["and says so", "Could not process image"],
    ["without a word", ""],
  ])(
    "that the provider refuses %s is reported, and the next message works",
    async (_, message) => {
      const refuse: SimulatorScript = (request) =>
        holdsPicture(request.body)
          ? statusReply(400, {
              error: { type: "invalid_request_error", message },
            })
          : replyTo(request, { text: "Without it." });
      const { session, provider } = await start(api, refuse);
      const { attachmentId } = await attach(session, "benign.png", "image/png");
      const end = await converse(session, "What is this?", [attachmentId]);
      expect(end).toMatchObject({
        type: "run.failed",
        payload: { message: expect.stringContaining("benign.png") as string },
      });
      expect(await converse(session, "Go on without it.")).toMatchObject({
        type: "run.completed",
      });
      const last = provider.requests.at(-1);
      expect(holdsPicture(last?.body)).toBe(false);
      expect(last?.bodyText).toContain("benign.png");
      const reported = eventsOf(session).filter(
        (event) =>
          event.type === "attachment.updated" &&
          event.payload.attachment.status === "failed",
      );
      expect(reported).toHaveLength(1);
      expect(checkLegal(eventsOf(session))).toEqual([]);
    },
  );

  it("becomes a note when the model that comes after reads none", async () => {
    const { session, provider, input } = await start(api);
    const { viewer, path } = session;
    const { attachmentId } = await attach(session, "benign.png", "image/png");
    await converse(session, "What is this?", [attachmentId]);
    const blind = input({ supportsImages: false, modelId: "blind" });
    const set = await viewer.request("PUT", `${path}/model-config`, blind);
    expect(set.status).toBe(200);
    expect(await send(session, "Again", [attachmentId])).toMatchObject({
      status: 409,
      body: { error: { code: "MODEL_LACKS_IMAGE_INPUT" } },
    });
    expect(await converse(session, "And in words?")).toMatchObject({
      type: "run.completed",
    });
    const last = provider.requests.at(-1);
    expect(holdsPicture(last?.body)).toBe(false);
    expect(last?.bodyText).toContain("benign.png");
  });

  it("is no more sent once it was removed, and its message stays", async () => {
    const { session, provider } = await start(api);
    const { viewer, path } = session;
    const { attachmentId } = await attach(session, "benign.png", "image/png");
    await converse(session, "What is this?", [attachmentId]);
    const own = `${path}/attachments/${attachmentId}`;
    expect((await viewer.request("DELETE", own)).status).toBe(204);
    expect(await send(session, "Again", [attachmentId])).toMatchObject({
      status: 404,
      body: { error: { code: "ATTACHMENT_NOT_FOUND" } },
    });
    await converse(session, "Go on.");
    expect(holdsPicture(provider.requests.at(-1)?.body)).toBe(false);
    expect(eventsOf(session)).toContainEqual(
      expect.objectContaining({
        type: "user.message",
        payload: expect.objectContaining({
          attachments: [expect.objectContaining({ attachmentId })],
        }) as unknown,
      }),
    );
  });
});

describe("a message with pictures", () => {
  it("carries at most ten, none of someone else's and none twice as many", async () => {
    const { session } = await start("openai-responses");
    const { attachmentId } = await attach(session, "benign.png", "image/png");
    const eleven = Array<string>(11).fill(attachmentId);
    expect(await send(session, "Look", eleven)).toMatchObject({
      status: 413,
      body: { error: { code: "TOO_MANY_ATTACHMENTS" } },
    });
    const other = await studio?.demoSession();
    if (other === undefined) throw new Error("There is no studio.");
    expect(await send(other, "Look", [attachmentId])).toMatchObject({
      status: 404,
      body: { error: { code: "ATTACHMENT_NOT_FOUND" } },
    });
  });

  it("needs no text", async () => {
    const { session, provider } = await start("openai-completions");
    const { attachmentId } = await attach(session, "benign.png", "image/png");
    expect(await converse(session, "", [attachmentId])).toMatchObject({
      type: "run.completed",
    });
    expect(holdsPicture(provider.requests[0]?.body)).toBe(true);
  });
});
