import * as z from "zod";
import { limitedText } from "./limited-text.ts";
import { AttachmentIdSchema, TimestampSchema } from "./identifiers.ts";

/** Metadata of an uploaded file; its bytes are never part of an event. */
export const AttachmentSchema = z.object({
  attachmentId: AttachmentIdSchema,
  kind: z.enum(["image", "document"]),
  name: limitedText(200),
  mediaType: z.string(),
  sizeBytes: z.int().nonnegative(),
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  status: z.enum(["processing", "ready", "failed"]),
  createdAt: TimestampSchema,
});
export type Attachment = z.infer<typeof AttachmentSchema>;

/** An attachment that is an image. */
export const ImageAttachmentSchema = AttachmentSchema.extend({
  kind: z.literal("image"),
});
export type ImageAttachment = z.infer<typeof ImageAttachmentSchema>;

/** A file that the agent was allowed to produce. */
export const ArtifactSchema = z.object({
  name: z.string(),
  mediaType: z.string(),
  sizeBytes: z.int().nonnegative(),
  updatedAt: TimestampSchema,
});
export type Artifact = z.infer<typeof ArtifactSchema>;
