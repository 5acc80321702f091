import * as z from "zod";

/** `stream.reset`: the cursor is unknown or no longer retained; take the snapshot and come back. */
export const StreamResetSchema = z.object({
  reason: z.enum(["gap", "unknown_cursor"]),
  oldestSequence: z.int().nonnegative(),
  latestSequence: z.int().nonnegative(),
});
export type StreamReset = z.infer<typeof StreamResetSchema>;

/** `stream.paused`: a newer tab of the same viewer took this one's place. */
export const StreamPausedSchema = z.object({
  reason: z.literal("too_many_tabs"),
});
