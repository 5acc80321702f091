import * as z from "zod";
import { limitedText } from "./limited-text.ts";
import { ActorSchema } from "./actor.ts";
import {
  ApprovalIdSchema,
  RunIdSchema,
  SessionIdSchema,
  TimestampSchema,
  ToolCallIdSchema,
} from "./identifiers.ts";
import { LocalizedTextSchema } from "./localized-text.ts";
import { RiskSchema, ToolPolicySchema } from "./tool.ts";

export const ApprovalStatusSchema = z.enum([
  "pending",
  "approved",
  "denied",
  "expired",
  "cancelled",
  "invalidated",
]);
export type ApprovalStatus = z.infer<typeof ApprovalStatusSchema>;

/** A tool as the question about one of its calls depends on it. */
export const AskedToolSchema = z.object({
  description: z.string(),
  parameters: z.unknown(),
  policy: ToolPolicySchema,
});

/** The tool as it was when a person was asked, and as it was when the question lapsed; null where there was none any more. */
export const ToolChangeSchema = z.object({
  before: AskedToolSchema,
  after: AskedToolSchema.nullable(),
});
export type ToolChange = z.infer<typeof ToolChangeSchema>;

/** A question to a person about one exact tool call, and its answer. */
export const ApprovalSchema = z.object({
  approvalId: ApprovalIdSchema,
  sessionId: SessionIdSchema,
  runId: RunIdSchema,
  toolCallId: ToolCallIdSchema,
  toolName: z.string(),
  policy: ToolPolicySchema,
  args: z.unknown(),
  argsDigest: z.string().regex(/^[0-9a-f]{64}$/),
  summary: LocalizedTextSchema,
  risk: RiskSchema,
  requestedAt: TimestampSchema,
  expiresAt: TimestampSchema,
  status: ApprovalStatusSchema,
  resolvedAt: TimestampSchema.optional(),
  resolvedBy: ActorSchema.optional(),
  reason: z.string().optional(),
  editedArgs: z.unknown().optional(),
  /** Only where it was invalidated, and where what the tool was is known. */
  toolChange: ToolChangeSchema.optional(),
});
export type Approval = z.infer<typeof ApprovalSchema>;

export const ApproveInputSchema = z.strictObject({
  argsDigest: limitedText(200).optional(),
  args: z.record(z.string(), z.unknown()).optional(),
});
export type ApproveInput = z.infer<typeof ApproveInputSchema>;

export const DenyInputSchema = z.strictObject({
  reason: limitedText(2000).optional(),
});
export type DenyInput = z.infer<typeof DenyInputSchema>;
