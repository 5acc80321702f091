import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type {
  AttachmentReference,
  ModelPart,
} from "../../src/attachments/model-part.ts";
import {
  REQUEST_LIMITS,
  toModelParts,
} from "../../src/attachments/model-parts.ts";
import {
  joinPartText,
  splitPartText,
} from "../../src/attachments/part-text.ts";

const reference = (attachmentId: string): AttachmentReference => ({
  attachmentId,
  kind: "image",
  name: `${attachmentId}.png`,
});

/** A store in which every image has this size. */
const storeOf = (sizeBytes: number) => ({
  open: (attachmentId: string) =>
    Promise.resolve({
      mediaType: "image/png" as const,
      sizeBytes,
      bytes: Buffer.from(attachmentId),
    }),
});

const sentIn = (messages: readonly (readonly ModelPart[])[]): string[] =>
  messages
    .flat()
    .flatMap((part) => (part.kind === "image" ? [part.bytes.toString()] : []));
const textsIn = (messages: readonly (readonly ModelPart[])[]): string =>
  messages
    .flat()
    .flatMap((part) => (part.kind === "text" ? [part.text] : []))
    .join("\n");

describe("the attachments of a conversation", () => {
  it("are all sent while they fit, each with its name", async () => {
    const parts = await toModelParts(storeOf(1), {
      messages: [[reference("a")], [reference("b"), reference("c")]],
      acceptsImages: true,
      leftOut: () => undefined,
    });
    expect(sentIn(parts)).toEqual(["a", "b", "c"]);
    expect(textsIn(parts)).toContain('[Attached image 2, "c.png"]');
  });

  it.each([
    ["in number", 1, REQUEST_LIMITS.images],
    ["in size", REQUEST_LIMITS.bytes / 4, 4],
  ])(
    "give way to newer ones when they are too many %s",
    async (_how, size, most) => {
      const ids = Array.from({ length: most + 3 }, (_, index) => `i${index}`);
      const parts = await toModelParts(storeOf(size), {
        messages: ids.map((id) => [reference(id)]),
        acceptsImages: true,
        leftOut: () => undefined,
      });
      expect(sentIn(parts)).toEqual(ids.slice(3));
      expect(textsIn(parts)).toMatch(/"i0.png": left out, as .*older/);
    },
  );

  it.each([
    ["no_image_input", /can't read images/],
    ["removed", /was removed/],
    ["refused", /provider refused/],
    ["missing", /missing or damaged/],
    ["too_many", /more images than/],
  ] as const)("say why they are left out: %s", async (reason, sentence) => {
    const parts = await toModelParts(storeOf(1), {
      messages: [[reference("a")]],
      acceptsImages: true,
      leftOut: () => reason,
    });
    expect(sentIn(parts)).toEqual([]);
    expect(textsIn(parts)).toMatch(sentence);
  });

  it("are sentences for a model that reads none, and for a store that fails", async () => {
    const request = {
      messages: [[reference("a")]],
      acceptsImages: false,
      leftOut: () => undefined,
    };
    expect(textsIn(await toModelParts(storeOf(1), request))).toMatch(
      /can't read/,
    );
    const broken = { open: () => Promise.reject(new Error("disk")) };
    const parts = await toModelParts(broken, {
      ...request,
      acceptsImages: true,
    });
    expect(textsIn(parts)).toMatch(/missing or damaged/);
  });

  it("are told from a person's own words again, whatever both are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary" }),
        fc.array(fc.record({ name: fc.string(), isSent: fc.boolean() }), {
          maxLength: 4,
        }),
        async (text, files) => {
          const [parts = []] = await toModelParts(storeOf(1), {
            messages: [
              files.map(({ name }, index) => ({
                attachmentId: String(index),
                kind: "image",
                name,
              })),
            ],
            acceptsImages: true,
            leftOut: ({ attachmentId }) =>
              files[Number(attachmentId)]?.isSent === true
                ? undefined
                : "removed",
          });
          const split = splitPartText(joinPartText(text, parts));
          expect(split.text).toBe(files.length === 0 ? text : text.trimEnd());
          expect(split.sent).toEqual(
            files.filter(({ isSent }) => isSent).map(({ name }) => name),
          );
          expect(split.leftOut).toEqual(
            files.filter(({ isSent }) => !isSent).map(({ name }) => name),
          );
        },
      ),
    );
  });
});
