/**
 * Makes the attachments of a conversation into what a model gets, at prompt time. An image that can't be sent is a
 * sentence in its place, so that no conversation is ever spoiled by one.
 */
import type { AttachmentStore, OpenedImage } from "./attachment-store.ts";
import {
  PART_MARK,
  type AttachmentReference,
  type LeftOut,
  type ModelPart,
  type PartsRequest,
} from "./model-part.ts";

/** What one request may hold: above 20 images the strictest provider wants smaller ones, and none takes more than 32 MB. */
export const REQUEST_LIMITS = {
  images: 20,
  bytes: 20 * 1024 * 1024,
} as const;

const REASONS: Readonly<Record<LeftOut, string>> = {
  no_image_input: "this model can't read images",
  removed: "it was removed from the conversation",
  refused: "the model provider refused it",
  missing: "its file is missing or damaged",
  too_many:
    "the conversation holds more images than one request may, and this is an older one",
};

/** The parts of every message, in its order. Newer images go first where not all fit. */
export async function toModelParts(
  store: Pick<AttachmentStore, "open">,
  request: PartsRequest,
): Promise<readonly (readonly ModelPart[])[]> {
  const budget: Budget = { ...REQUEST_LIMITS };
  const newestFirst: (readonly ModelPart[])[] = [];
  for (const references of request.messages.toReversed()) {
    const loaded: (OpenedImage | LeftOut)[] = [];
    for (const reference of references)
      loaded.push(await load(store, request, reference, budget));
    newestFirst.push(
      references.flatMap((reference, index) =>
        partsOf(reference, index + 1, loaded[index] ?? "missing"),
      ),
    );
  }
  return newestFirst.reverse();
}

interface Budget {
  images: number;
  bytes: number;
}

async function load(
  store: Pick<AttachmentStore, "open">,
  { acceptsImages, leftOut }: PartsRequest,
  reference: AttachmentReference,
  budget: Budget,
): Promise<OpenedImage | LeftOut> {
  const reason = leftOut(reference);
  if (reason !== undefined) return reason;
  if (!acceptsImages) return "no_image_input";
  if (budget.images === 0) return "too_many";
  const opened = await store
    .open(reference.attachmentId)
    .catch(() => undefined);
  if (opened === undefined) return "missing";
  if (opened.sizeBytes > budget.bytes) return "too_many";
  budget.images -= 1;
  budget.bytes -= opened.sizeBytes;
  return opened;
}

function partsOf(
  { name }: AttachmentReference,
  number: number,
  loaded: OpenedImage | LeftOut,
): readonly ModelPart[] {
  const image = `${PART_MARK}${number}, ${JSON.stringify(name)}`;
  if (typeof loaded === "string") {
    const text = `${image}: left out, as ${REASONS[loaded]}.]`;
    return [{ kind: "text", text }];
  }
  const { mediaType, bytes } = loaded;
  return [
    { kind: "text", text: `${image}]` },
    { kind: "image", mediaType, bytes },
  ];
}
