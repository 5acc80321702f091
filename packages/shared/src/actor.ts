import * as z from "zod";

/** Who caused something; set by the server only. */
export const ActorSchema = z.object({
  kind: z.enum(["viewer", "trust", "system", "api", "mcp"]),
  id: z.string().optional(),
  name: z.string().optional(),
});
export type Actor = z.infer<typeof ActorSchema>;
