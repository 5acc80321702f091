/** Bodies that belong to one route and to nothing else. */
import * as z from "zod";
import { limitedText } from "./limited-text.ts";
import { ApprovalSchema } from "./approval.ts";
import { MessageIdSchema, RunIdSchema, ViewerIdSchema } from "./identifiers.ts";
import { SessionSummarySchema } from "./session.ts";

export const CreateViewerInputSchema = z.strictObject({
  accessCode: limitedText(1024).optional(),
  linkCode: limitedText(1024).optional(),
});
export const ViewerResponseSchema = z.strictObject({
  viewerId: ViewerIdSchema,
});
export const SessionResponseSchema = z.strictObject({
  session: SessionSummarySchema,
});
export const SendMessageResponseSchema = z.strictObject({
  runId: RunIdSchema,
  messageId: MessageIdSchema,
});
export const ApprovalResponseSchema = z.strictObject({
  approval: ApprovalSchema,
});
export const ApprovalsResponseSchema = z.strictObject({
  approvals: z.array(ApprovalSchema),
});
export const SnapshotResponseSchema = z.strictObject({
  sequence: z.int().nonnegative(),
  state: z.unknown(),
});
export const ActionInputSchema = z.strictObject({
  input: z.unknown().optional(),
});
