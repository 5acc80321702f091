/** Names of the files that are kept: the id, the checksum and the type, so that a damaged file is known as one. */
import { createHash } from "node:crypto";
import type { KeptMediaType, NormalizedImage } from "./image-normalizer.ts";

const NAME = /^(att_[A-Za-z0-9_-]{16,64})\.([0-9a-f]{64})\.(jpg|png)$/;

export interface KeptName {
  readonly attachmentId: string;
  readonly sha256: string;
  readonly mediaType: KeptMediaType;
  readonly fileName: string;
}

/** The name for what was kept under an id of ours. */
export function keptName(
  attachmentId: string,
  { sha256, mediaType }: Pick<NormalizedImage, "sha256" | "mediaType">,
): KeptName {
  const ending = mediaType === "image/jpeg" ? "jpg" : "png";
  const fileName = `${attachmentId}.${sha256}.${ending}`;
  return { attachmentId, sha256, mediaType, fileName };
}

/** Reads such a name; undefined for any other. */
export function readKeptName(fileName: string): KeptName | undefined {
  const [, attachmentId, sha256, ending] = NAME.exec(fileName) ?? [];
  if (attachmentId === undefined || sha256 === undefined) return undefined;
  const mediaType = ending === "jpg" ? "image/jpeg" : "image/png";
  return { attachmentId, sha256, mediaType, fileName };
}

/** SHA-256 in lowercase hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
