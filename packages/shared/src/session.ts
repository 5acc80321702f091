import * as z from "zod";
import { limitedText } from "./limited-text.ts";
import {
  AttachmentIdSchema,
  ClientMessageIdSchema,
  SessionIdSchema,
  TimestampSchema,
} from "./identifiers.ts";
import { RedactedConnectionSchema } from "./model-connection.ts";

export const SessionStatusSchema = z.enum([
  "idle",
  "running",
  "awaiting_approval",
]);
export type SessionStatus = z.infer<typeof SessionStatusSchema>;

export const SessionSummarySchema = z.object({
  sessionId: SessionIdSchema,
  labId: z.string(),
  title: z.string(),
  createdAt: TimestampSchema,
  updatedAt: TimestampSchema,
  status: SessionStatusSchema,
  model: RedactedConnectionSchema.nullable(),
  trust: z.boolean(),
  pendingApprovals: z.int().nonnegative(),
  lastSequence: z.int().nonnegative(),
});
export type SessionSummary = z.infer<typeof SessionSummarySchema>;

const TitleSchema = limitedText(200, z.string().trim().min(1));

export const CreateSessionInputSchema = z.strictObject({
  labId: limitedText(64).optional(),
  title: TitleSchema.optional(),
});
export type CreateSessionInput = z.infer<typeof CreateSessionInputSchema>;

export const UpdateSessionInputSchema = z.strictObject({
  title: TitleSchema.optional(),
  trust: z.boolean().optional(),
});
export type UpdateSessionInput = z.infer<typeof UpdateSessionInputSchema>;

/** Characters (UTF-16 units) that one message may have. */
export const MESSAGE_TEXT_LIMIT = 32_000;
/** Attachments that one message may carry; more are `TOO_MANY_ATTACHMENTS`, so the schema lets them pass. */
export const MESSAGE_ATTACHMENT_LIMIT = 10;

/** Text after trimming or at least one attachment is required. */
export const MessageInputSchema = z
  .strictObject({
    text: limitedText(MESSAGE_TEXT_LIMIT),
    attachmentIds: z.array(AttachmentIdSchema).max(1000).optional(),
    clientMessageId: ClientMessageIdSchema.optional(),
  })
  .refine(
    (input) =>
      input.text.trim() !== "" || (input.attachmentIds?.length ?? 0) > 0,
    {
      error: "write a message or attach a file",
      path: ["text"],
    },
  );
export type MessageInput = z.infer<typeof MessageInputSchema>;
