/** A log that a test tells, shown by the page as if the server had written it. */
import type { Page } from "playwright-core";
import type {
  EventPayload,
  EventType,
  HarnessEvent,
} from "@agent-studio/shared";
import { anApproval, anEvent } from "@agent-studio/shared/testing";
import { framesOf } from "../fakes/fake-stream.ts";

const RUN = "run_0000000000000000";
const MESSAGE = "msg_00000000000000001";

export interface AskedCall {
  /** Tells ids apart. */
  readonly mark: string;
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface ToldTurn {
  readonly title: string;
  readonly question: string;
  readonly answer: string;
  /** Calls that wait for a person. */
  readonly calls: readonly AskedCall[];
}

/** The log of one turn that ends in questions to a person. */
export function toldLog(turn: ToldTurn): readonly HarnessEvent[] {
  const events: HarnessEvent[] = [];
  const add = <T extends EventType>(
    type: T,
    payload: Partial<EventPayload<T>> = {},
  ) => {
    const sequence = events.length + 1;
    events.push(anEvent<EventType>({ type, sequence, runId: RUN, payload }));
  };
  add("session.started", { title: turn.title });
  add("run.started");
  add("user.message", { text: turn.question });
  add("model.requested");
  add("assistant.started", { messageId: MESSAGE });
  add("assistant.delta", { messageId: MESSAGE, delta: turn.answer });
  add("assistant.completed", {
    messageId: MESSAGE,
    text: turn.answer,
    stopReason: "tool_use",
  });
  add("model.responded", { stopReason: "tool_use" });
  turn.calls.forEach(({ mark, toolName, args }, index) => {
    const toolCallId = `call_${mark.padEnd(16, "0")}`;
    add("tool.requested", {
      toolCallId,
      toolName,
      messageId: MESSAGE,
      part: index + 1,
      args,
      effect: "write",
      policy: "ask",
    });
    add("approval.required", {
      approval: anApproval({
        approvalId: `ap_${mark.padEnd(16, "0")}`,
        toolCallId,
        toolName,
        runId: RUN,
        args,
        expiresAt: "2999-01-01T00:00:00.000Z",
      }),
    });
  });
  return events;
}

/** Lets the page's stream bring this log, once. */
export async function tell(
  page: Page,
  log: readonly HarnessEvent[],
): Promise<void> {
  let isTold = false;
  await page.route("**/events?*", async (route) => {
    const body = isTold ? ": heartbeat\n\n" : framesOf(log);
    isTold = true;
    await route.fulfill({ contentType: "text/event-stream", body });
  });
}
