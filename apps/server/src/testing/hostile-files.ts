/** The collection of files to upload, and what each has to be answered with. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ApiErrorCode } from "@agent-studio/shared";
import * as z from "zod";

const FOLDER = join(import.meta.dirname, "../../../../fixtures/security/files");

const RowSchema = z.object({
  file: z.string(),
  declaredMime: z.string(),
  uploadName: z.string().optional(),
  expect: z.string(),
  alt: z.array(z.string()).optional(),
  why: z.string(),
});
export type FileRow = z.infer<typeof RowSchema>;

export const FILE_ROWS: readonly FileRow[] = z
  .array(RowSchema)
  .parse(JSON.parse(readFileSync(join(FOLDER, "manifest.json"), "utf8")));

/** The bytes of a file of the collection. */
export function readHostileFile(name: string): Buffer<ArrayBuffer> {
  return Buffer.from(readFileSync(join(FOLDER, name)));
}

/** What the collection calls an answer. */
const CODES: Readonly<Record<string, ApiErrorCode | "accepted">> = {
  accept: "accepted",
  unsupported_type: "UNSUPPORTED_MEDIA_TYPE",
  type_mismatch: "IMAGE_SIGNATURE_MISMATCH",
  image_corrupt: "IMAGE_UNREADABLE",
  image_too_many_pixels: "IMAGE_DIMENSIONS_EXCEEDED",
  image_too_many_frames: "IMAGE_TOO_MANY_FRAMES",
  file_empty: "FILE_EMPTY",
};

/** Where this product is stricter than the collection. */
const STRICTER: Readonly<Record<string, ApiErrorCode>> = {
  "png-as-jpeg.jpg": "IMAGE_SIGNATURE_MISMATCH",
  "png-strip-16000x2.png": "IMAGE_DIMENSIONS_EXCEEDED",
};

/** The codes that a row may be answered with; `accepted` for a file that is taken. */
export function answersOf(row: FileRow): readonly string[] {
  const isTaken = /^image\/(?!avif)/.test(row.declaredMime);
  if (!isTaken) return ["UNSUPPORTED_MEDIA_TYPE"];
  const stricter = STRICTER[row.file];
  if (stricter !== undefined) return [stricter];
  return [row.expect, ...(row.alt ?? [])].flatMap((name) => CODES[name] ?? []);
}
