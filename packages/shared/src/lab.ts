import * as z from "zod";
import { LocalizedTextSchema } from "./localized-text.ts";
import { ToolEffectSchema, ToolPolicySchema } from "./tool.ts";

export const LabSummarySchema = z.object({
  labId: z.string(),
  title: LocalizedTextSchema,
  description: LocalizedTextSchema,
  demoPrompt: LocalizedTextSchema,
  tools: z.array(
    z.object({
      name: z.string(),
      title: LocalizedTextSchema,
      description: z.string(),
      effect: ToolEffectSchema,
      policy: ToolPolicySchema,
      /** JSON Schema of the arguments. */
      parameters: z.record(z.string(), z.unknown()),
    }),
  ),
  actions: z.array(
    z.object({
      name: z.string(),
      title: LocalizedTextSchema,
      inputSchema: z.unknown(),
    }),
  ),
});
export type LabSummary = z.infer<typeof LabSummarySchema>;

export const SkillDiagnosticSchema = z.object({
  severity: z.enum(["warning", "error"]),
  message: z.string(),
});
export type SkillDiagnostic = z.infer<typeof SkillDiagnosticSchema>;

/** A skill as the catalogue shows it; never its body. */
export const SkillSummarySchema = z.object({
  name: z.string(),
  description: z.string(),
  source: z.enum(["project", "configured"]),
  displayPath: z.string(),
  diagnostics: z.array(SkillDiagnosticSchema),
});
export type SkillSummary = z.infer<typeof SkillSummarySchema>;
