import type { EventPayload } from "../event.ts";
import type { CallStory, RunStory } from "./story.ts";

/** Ends a call that never started. */
export function denyCall(
  run: RunStory,
  call: CallStory,
  denial: Pick<EventPayload<"tool.denied">, "code" | "reason">,
): void {
  const { toolCallId, tool } = call;
  run.session.writer.write(
    "tool.denied",
    { toolCallId, toolName: tool.toolName, ...denial },
    { runId: run.runId },
  );
  call.phase = "over";
}
