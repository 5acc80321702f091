import { appended } from "./appended.ts";
import type { EventOf } from "./event.ts";
import { countCall, countTurn, endRun, startRun } from "./run-progress.ts";
import type { RunEndEvent } from "./run-progress.ts";
import type { Run } from "./run.ts";
import type {
  AssistantMessage,
  Message,
  RunEnd,
  SessionState,
  UserMessage,
} from "./state.ts";
import { addCost, addUsage } from "./usage.ts";

type RunEvent =
  | EventOf<
      | "run.started"
      | "user.message"
      | "model.requested"
      | "model.responded"
      | "run.retrying"
      | "run.resumed"
    >
  | RunEndEvent;

/** The run as a whole: its beginning, its model calls, its retries and its end. */
export function reduceRun(
  state: SessionState,
  event: RunEvent,
): Partial<SessionState> {
  if (event.type === "run.started") return beginRun(state, event);
  const run = state.runs.at(-1);
  if (
    run === undefined ||
    run.runId !== state.activeRunId ||
    event.runId !== run.runId
  )
    return {};
  switch (event.type) {
    case "user.message":
      return { messages: appended(state.messages, userMessage(run, event)) };
    case "model.requested":
      return requestModel(state, run, event);
    case "model.responded":
      return {
        runs: state.runs.with(-1, countCall(run, event.payload)),
        totals: {
          ...state.totals,
          usage: addUsage(state.totals.usage, event.payload.usage),
          costUsd: addCost(state.totals.costUsd, event.payload.costUsd),
        },
      };
    case "run.retrying":
      return { retry: { ...event.payload, at: event.timestamp } };
    case "run.resumed":
      return { retry: null };
    default:
      return finishRun(state, run, event);
  }
}

function beginRun(
  state: SessionState,
  event: EventOf<"run.started">,
): Partial<SessionState> {
  const run = startRun(event);
  if (run === null) return {};
  return {
    activeRunId: run.runId,
    runs: appended(state.runs, run),
    messages: messagesWithOpen(state),
    open: null,
    retry: null,
    totals: { ...state.totals, runs: state.totals.runs + 1 },
  };
}

function userMessage(
  run: Run,
  { timestamp, payload }: EventOf<"user.message">,
): UserMessage {
  const { messageId, text, attachments, clientMessageId } = payload;
  return {
    role: "user",
    messageId,
    runId: run.runId,
    createdAt: timestamp,
    text,
    attachments,
    ...(clientMessageId === undefined ? {} : { clientMessageId }),
  };
}

function requestModel(
  state: SessionState,
  run: Run,
  event: EventOf<"model.requested">,
): Partial<SessionState> {
  const counted = countTurn(run, event.payload.turn);
  const turns = state.totals.turns + (counted.turns - run.turns);
  return {
    messages: messagesWithOpen(state),
    open: null,
    retry: null,
    ...(counted === run
      ? {}
      : {
          runs: state.runs.with(-1, counted),
          totals: { ...state.totals, turns },
        }),
  };
}

const LAST_STOP_REASON = {
  completed: "stop",
  failed: "error",
  cancelled: "aborted",
} as const;

function finishRun(
  state: SessionState,
  run: Run,
  event: RunEndEvent,
): Partial<SessionState> {
  const end = endOf(event);
  const last = state.open ?? emptyMessage(run, event);
  const message: AssistantMessage = {
    ...last,
    stopReason: last.stopReason ?? LAST_STOP_REASON[end.status],
    end,
  };
  return {
    activeRunId: null,
    runs: state.runs.with(-1, endRun(run, event)),
    messages: appended(state.messages, message),
    open: null,
    retry: null,
  };
}

function endOf(event: RunEndEvent): RunEnd {
  switch (event.type) {
    case "run.completed":
      return { status: "completed" };
    case "run.failed": {
      const { code, message, retryable } = event.payload;
      return { status: "failed", code, message, retryable };
    }
    case "run.cancelled":
      return { status: "cancelled", reason: event.payload.reason };
  }
}

/** Carries the end of a run whose last model call said nothing; its id comes from the run's, so that every fold makes the same. */
function emptyMessage(run: Run, event: RunEndEvent): AssistantMessage {
  return {
    role: "assistant",
    messageId: run.runId.replace(/^run_/, "msg_"),
    runId: run.runId,
    createdAt: event.timestamp,
    turn: run.turns,
    parts: [],
  };
}

function messagesWithOpen({
  messages,
  open,
}: SessionState): readonly Message[] {
  return open === null ? messages : appended(messages, open);
}
