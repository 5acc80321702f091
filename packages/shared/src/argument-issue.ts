import * as z from "zod";

/** One thing that is wrong with the arguments of a call. */
export const ArgumentIssueSchema = z.object({
  /** Where, as a JSON Pointer (RFC 6901); "" is the whole. A field that is missing, or must not be there, is named itself. */
  path: z.string(),
  /** The JSON Schema keyword that is not met, such as `required` or `maxLength`. */
  rule: z.string(),
  /** The rule's number, where it has one. */
  limit: z.number().optional(),
  /** What would be valid, in English. */
  message: z.string(),
});
export type ArgumentIssue = z.infer<typeof ArgumentIssueSchema>;

/** `details` of `TOOL_ARGUMENTS_INVALID` where the schema is what is not met. */
export const ArgumentIssuesSchema = z.object({
  issues: z.array(ArgumentIssueSchema),
});
