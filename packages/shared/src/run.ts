import * as z from "zod";
import { ErrorCodeSchema } from "./errors.ts";
import { RunIdSchema, TimestampSchema } from "./identifiers.ts";
import { ModelRefSchema } from "./model-connection.ts";
import { CostUsdSchema, UsageSchema } from "./usage.ts";

export const RunStatusSchema = z.enum([
  "running",
  "awaiting_approval",
  "completed",
  "failed",
  "cancelled",
]);
export type RunStatus = z.infer<typeof RunStatusSchema>;

export const CancelReasonSchema = z.enum([
  "user",
  "timeout",
  "session_deleted",
  "shutdown",
]);
export type CancelReason = z.infer<typeof CancelReasonSchema>;

/** From a user message to the agent's last word. */
export const RunSchema = z.object({
  runId: RunIdSchema,
  status: RunStatusSchema,
  startedAt: TimestampSchema,
  endedAt: TimestampSchema.optional(),
  turns: z.int().nonnegative(),
  model: ModelRefSchema,
  usage: UsageSchema,
  costUsd: CostUsdSchema,
  code: ErrorCodeSchema.optional(),
  reason: z.string().optional(),
});
export type Run = z.infer<typeof RunSchema>;

/** One model call, tool call or approval of a run; `id` is its callId, toolCallId or approvalId. */
export const StepSchema = z.object({
  kind: z.enum(["model", "tool", "approval"]),
  id: z.string(),
  turn: z.int().nonnegative(),
  startedAt: TimestampSchema,
  endedAt: TimestampSchema.optional(),
  durationMs: z.int().nonnegative().optional(),
  status: z.enum(["open", "done", "failed", "denied"]),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  usage: UsageSchema.optional(),
  costUsd: CostUsdSchema.optional(),
});
export type Step = z.infer<typeof StepSchema>;
