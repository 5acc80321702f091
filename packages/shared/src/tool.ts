import * as z from "zod";
import { LocalizedTextSchema } from "./localized-text.ts";

/** What a tool may change: nothing, a proposal, something stored, something outside. */
export const ToolEffectSchema = z.enum(["read", "propose", "write", "send"]);
export type ToolEffect = z.infer<typeof ToolEffectSchema>;

/** What happens when a tool is asked for. */
export const ToolPolicySchema = z.enum(["allow", "ask", "always_ask", "deny"]);
export type ToolPolicy = z.infer<typeof ToolPolicySchema>;

export const RiskSchema = z.enum(["low", "medium", "high"]);
export type Risk = z.infer<typeof RiskSchema>;

const CellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A result as plain data that any interface can draw without knowing the tool. */
export const ToolViewSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("table"),
    title: LocalizedTextSchema.optional(),
    columns: z.array(
      z.object({
        key: z.string(),
        label: LocalizedTextSchema,
        align: z.enum(["start", "end"]).optional(),
      }),
    ),
    rows: z.array(z.array(CellSchema)),
    notes: z.array(LocalizedTextSchema).optional(),
  }),
  z.object({
    kind: z.literal("chart"),
    title: LocalizedTextSchema.optional(),
    form: z.enum(["bar", "line"]),
    labels: z.array(z.string()),
    series: z.array(
      z.object({
        label: LocalizedTextSchema,
        values: z.array(z.number().nullable()),
      }),
    ),
  }),
  z.object({
    kind: z.literal("keyValue"),
    title: LocalizedTextSchema.optional(),
    entries: z.array(
      z.object({ label: LocalizedTextSchema, value: CellSchema }),
    ),
  }),
  z.object({
    kind: z.literal("diff"),
    path: z.string().optional(),
    before: z.string(),
    after: z.string(),
  }),
  z.object({ kind: z.literal("markdown"), text: z.string() }),
]);
export type ToolView = z.infer<typeof ToolViewSchema>;

/** `text` is what the model reads; `details` and `view` are for people and programs. */
export const ToolResultSchema = z.object({
  text: z.string(),
  details: z.unknown().optional(),
  view: ToolViewSchema.optional(),
  truncated: z.boolean().optional(),
});
export type ToolResult = z.infer<typeof ToolResultSchema>;

export const ToolDenialReasonSchema = z.enum([
  "policy",
  "unknown_tool",
  "user",
  "expired",
  "cancelled",
  "invalidated",
]);
export type ToolDenialReason = z.infer<typeof ToolDenialReasonSchema>;
