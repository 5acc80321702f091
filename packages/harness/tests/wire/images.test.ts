import { readFile, writeFile, readdir } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Attachment } from "@agent-studio/shared";
import {
  answerReply,
  SIMULATED_APIS,
  type SimulatedApi,
} from "../../src/testing/provider-simulator/simulated-api.ts";
import {
  statusReply,
  type SimulatorReply,
} from "../../src/testing/provider-simulator/simulator-reply.ts";
import { TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import { uploadOf } from "../../src/testing/uploads.ts";
import { fileBytes } from "../attachments/pictures.ts";
import { openWire, replies, type WireFixture } from "./wire-fixture.ts";

let wire: WireFixture | undefined;
afterEach(async () => {
  const used = wire;
  wire = undefined;
  await used?.dispose();
});

/** A session whose model reads images. */
const openSeeing = (
  script: Parameters<typeof openWire>[0],
  { api }: { readonly api: SimulatedApi },
): Promise<WireFixture> =>
  openWire(script, { api, connection: { supportsImages: true } });

const attach = (used: WireFixture, name: string): Promise<Attachment> =>
  used.session.addAttachment(
    uploadOf(fileBytes("benign.png"), { name, mediaType: "image/png" }),
    TEST_ORIGIN,
  );

async function send(
  used: WireFixture,
  text: string,
  attachments: readonly Attachment[] = [],
): Promise<Awaited<ReturnType<WireFixture["ended"]>>> {
  const attachmentIds = attachments.map((each) => each.attachmentId);
  const { runId } = await used.session.sendMessage(
    { text, attachmentIds },
    TEST_ORIGIN,
  );
  return used.ended(runId);
}

/** The bytes that are kept of an image, as a request holds them. */
async function base64Of(used: WireFixture, { attachmentId }: Attachment) {
  const opened = await used.session.openAttachment(attachmentId);
  if (opened === undefined) throw new Error("The image is not there.");
  return opened.bytes.toString("base64");
}

const count = (text: string, part: string): number =>
  text.split(part).length - 1;
const lastSent = (used: WireFixture): string =>
  used.simulator.requests.at(-1)?.bodyText ?? "";

describe.each(SIMULATED_APIS)("images over %s", (api: SimulatedApi) => {
  const ok = answerReply(api, { text: "ok" });

  it("go out with their message, and with the same bytes in every later request", async () => {
    wire = await openSeeing(replies(ok), { api });
    const image = await attach(wire, "a.png");
    const other = await attach(wire, "b.png");
    const data = await base64Of(wire, image);
    await send(wire, "look", [image]);
    expect(count(lastSent(wire), data)).toBe(1);
    expect(lastSent(wire)).toContain("image/png");
    await send(wire, "", [other, image]);
    expect(count(lastSent(wire), data)).toBe(3);
    expect(lastSent(wire)).toMatch(/Attached image 2, .{1,4}a\.png/);
    await send(wire, "and now?");
    expect(count(lastSent(wire), data)).toBe(3);
  });

  it("that the provider refuses are told, and left out of the next message, which works", async () => {
    const refusal = statusReply(400, {
      error: {
        type: "invalid_request_error",
        message: "Could not process image",
      },
    });
    wire = await openSeeing(replies(ok, refusal, ok), { api });
    const good = await attach(wire, "good.png");
    const bad = await attach(wire, "bad.png");
    const data = await base64Of(wire, good);
    await send(wire, "first", [good]);
    const failed = await send(wire, "look", [bad]);
    expect(failed).toMatchObject({
      type: "run.failed",
      payload: {
        code: "PROVIDER_REFUSED",
        retryable: true,
        message: expect.stringContaining('"bad.png"') as string,
      },
    });
    const updated = wire.watch.events.findLast(
      ({ type }) => type === "attachment.updated",
    );
    expect(updated).toMatchObject({
      payload: { attachment: { name: "bad.png", status: "failed" } },
    });
    expect((await send(wire, "again")).type).toBe("run.completed");
    expect(count(lastSent(wire), data)).toBe(1);
    expect(lastSent(wire)).toMatch(
      /bad\.png.{1,4}: left out, as the model provider refused it/,
    );
    await expect(send(wire, "once more", [bad])).rejects.toMatchObject({
      code: "ATTACHMENT_NOT_READY",
    });
  });
});

describe("images that a provider does not take", () => {
  const api = "openai-completions";
  const ok = answerReply(api, { text: "ok" });
  const say = (message: string) => ({ error: { message } });

  it.each<[string, SimulatorReply]>([
    ["without a word about them", statusReply(400, {})],
    [
      "as a field it does not know",
      statusReply(422, say("unknown variant image_url")),
    ],
    [
      "as a model that has no eyes",
      statusReply(404, say("No endpoints found that support image input")),
    ],
    ["as too large a request", statusReply(413, {})],
    [
      "with a fault of its own",
      statusReply(500, say("At most 0 image(s) may be provided")),
    ],
  ])("%s never stop the session", async (_how, refusal) => {
    wire = await openSeeing(replies(refusal, ok), { api });
    const image = await attach(wire, "a.png");
    const failed = await send(wire, "look", [image]);
    expect(failed).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_REFUSED" },
    });
    expect(wire.simulator.requests).toHaveLength(1);
    expect((await send(wire, "again")).type).toBe("run.completed");
  });

  it("from earlier messages are left out too, when the new message has none", async () => {
    const refusal = statusReply(400, say("image input is not supported"));
    wire = await openSeeing(replies(ok, refusal, ok), { api });
    const image = await attach(wire, "a.png");
    await send(wire, "look", [image]);
    expect((await send(wire, "and?")).type).toBe("run.failed");
    expect((await send(wire, "and?")).type).toBe("run.completed");
    expect(lastSent(wire)).not.toContain("image_url");
  });

  it.each<[string, SimulatorReply, string]>([
    ["a wrong key", statusReply(401, say("image")), "PROVIDER_AUTH"],
    [
      "a wrong model",
      statusReply(404, { error: { code: "model_not_found" } }),
      "PROVIDER_PROTOCOL",
    ],
    [
      "no credit",
      statusReply(402, say("no credit for image input")),
      "PROVIDER_RATE_LIMIT",
    ],
  ])("are not blamed for %s", async (_what, refusal, code) => {
    wire = await openSeeing(replies(refusal, ok), { api });
    const image = await attach(wire, "a.png");
    expect(await send(wire, "look", [image])).toMatchObject({
      type: "run.failed",
      payload: { code },
    });
    await send(wire, "look", [image]);
    expect(lastSent(wire)).toContain("image_url");
  });

  it("that are damaged or removed are a sentence, and the run goes on", async () => {
    wire = await openSeeing(replies(ok), { api });
    const damaged = await attach(wire, "damaged.png");
    const removed = await attach(wire, "removed.png");
    await send(wire, "look", [removed]);
    await wire.session.removeAttachment(removed.attachmentId, TEST_ORIGIN);
    const folder = path.join(wire.folder(), ".studio-attachments");
    for (const name of await readdir(folder)) {
      const bytes = await readFile(path.join(folder, name));
      bytes.writeUInt8(255 - bytes.readUInt8(60), 60);
      await writeFile(path.join(folder, name), bytes);
    }
    expect((await send(wire, "look", [damaged])).type).toBe("run.completed");
    expect(lastSent(wire)).toMatch(
      /removed\.png.{1,4}: left out, as it was removed/,
    );
    expect(lastSent(wire)).toMatch(
      /damaged\.png.{1,4}: left out, as its file is missing or damaged/,
    );
    expect(lastSent(wire)).not.toContain("image_url");
  });

  it("are a sentence for a model without image input, and can't be sent to it", async () => {
    wire = await openSeeing(replies(ok), { api });
    const image = await attach(wire, "a.png");
    await send(wire, "look", [image]);
    await wire.session.configureModel(
      {
        providerId: "mine",
        api,
        baseUrl: "https://models.example.com/v1",
        modelId: "text-only",
        supportsImages: false,
        apiKey: "test-key-test-key",
      },
      TEST_ORIGIN,
    );
    await expect(send(wire, "look", [image])).rejects.toMatchObject({
      code: "MODEL_LACKS_IMAGE_INPUT",
    });
    expect((await send(wire, "and?")).type).toBe("run.completed");
    expect(lastSent(wire)).not.toContain("image_url");
    expect(lastSent(wire)).toMatch(/left out, as this model can't read images/);
  });
});
