import { appended } from "./appended.ts";
import type { EventOf, HarnessEvent } from "./event.ts";
import { countCall, countTurn, endRun, startRun } from "./run-progress.ts";
import type { Run, Step } from "./run.ts";

export interface RunTrace {
  readonly run: Run;
  /** In the order in which they began. */
  readonly steps: readonly Step[];
  /** Calls that run or are about to, so that a run that only waits for people can be told. */
  readonly underWay: readonly string[];
}

type EndEvent = EventOf<
  | "model.responded"
  | "tool.completed"
  | "tool.failed"
  | "tool.denied"
  | "approval.resolved"
>;

/** The runs after an event. The same list where the event is no step of the active run. */
export function traceRun(
  runs: readonly RunTrace[],
  event: HarnessEvent,
): readonly RunTrace[] {
  if (event.type === "run.started") {
    const run = startRun(event);
    return run === null
      ? runs
      : appended(runs, { run, steps: [], underWay: [] });
  }
  const active = runs.at(-1);
  if (
    active === undefined ||
    active.run.endedAt !== undefined ||
    active.run.runId !== event.runId
  )
    return runs;
  const changed = traceStep(active, event);
  return changed === active ? runs : runs.with(-1, settle(changed));
}

function traceStep(trace: RunTrace, event: HarnessEvent): RunTrace {
  switch (event.type) {
    case "model.requested":
    case "tool.requested":
    case "approval.required":
      return openStep(trace, event);
    case "tool.started":
      return startTool(trace, event);
    case "model.responded":
      return closeStep(
        { ...trace, run: countCall(trace.run, event.payload) },
        event,
      );
    case "tool.completed":
    case "tool.failed":
    case "tool.denied":
    case "approval.resolved":
      return closeStep(trace, event);
    case "run.completed":
    case "run.failed":
    case "run.cancelled":
      return { ...trace, run: endRun(trace.run, event) };
    default:
      return trace;
  }
}

function openStep(
  { run, steps, underWay }: RunTrace,
  event: EventOf<"model.requested" | "tool.requested" | "approval.required">,
): RunTrace {
  const startedAt = event.timestamp;
  switch (event.type) {
    case "model.requested": {
      const { callId: id, turn } = event.payload;
      const step: Step = { kind: "model", id, turn, startedAt, status: "open" };
      return {
        run: countTurn(run, turn),
        steps: appended(steps, step),
        underWay,
      };
    }
    case "tool.requested": {
      const { toolCallId: id, args: input } = event.payload;
      const step: Step = {
        kind: "tool",
        id,
        turn: run.turns,
        startedAt,
        status: "open",
        input,
      };
      return { run, steps: appended(steps, step), underWay: [...underWay, id] };
    }
    case "approval.required": {
      const {
        approvalId: id,
        toolCallId,
        args: input,
      } = event.payload.approval;
      const step: Step = {
        kind: "approval",
        id,
        turn: run.turns,
        startedAt,
        status: "open",
        input,
      };
      return {
        run,
        steps: appended(steps, step),
        underWay: without(underWay, toolCallId),
      };
    }
  }
}

/** From here on the step is execution; that the call waited before is the approval's step. */
function startTool(
  trace: RunTrace,
  { timestamp, payload }: EventOf<"tool.started">,
): RunTrace {
  const { toolCallId } = payload;
  const index = findOpen(trace.steps, "tool", toolCallId);
  const step = trace.steps[index];
  if (step === undefined) return trace;
  return {
    ...trace,
    steps: trace.steps.with(index, { ...step, startedAt: timestamp }),
    underWay: [...without(trace.underWay, toolCallId), toolCallId],
  };
}

function closeStep(trace: RunTrace, event: EndEvent): RunTrace {
  const { kind, id } = nameOf(event);
  const index = findOpen(trace.steps, kind, id);
  const step = trace.steps[index];
  if (step === undefined) return trace;
  const closed: Step = {
    ...step,
    endedAt: event.timestamp,
    ...outcomeOf(step, event),
  };
  return {
    ...trace,
    steps: trace.steps.with(index, closed),
    underWay: without(trace.underWay, id),
  };
}

function nameOf(event: EndEvent): Pick<Step, "kind" | "id"> {
  if (event.type === "model.responded")
    return { kind: "model", id: event.payload.callId };
  if (event.type === "approval.resolved")
    return { kind: "approval", id: event.payload.approvalId };
  return { kind: "tool", id: event.payload.toolCallId };
}

/** Status and what came out. A call that was denied never ran, so it has no duration. */
function outcomeOf(step: Step, event: EndEvent): Partial<Step> {
  switch (event.type) {
    case "model.responded": {
      const { stopReason, model, firstTokenMs, durationMs, usage, costUsd } =
        event.payload;
      const isWhole = stopReason !== "error" && stopReason !== "aborted";
      return {
        status: isWhole ? "done" : "failed",
        durationMs,
        output: { stopReason, model, firstTokenMs },
        usage,
        costUsd,
      };
    }
    case "tool.completed":
      return {
        status: "done",
        durationMs: event.payload.durationMs,
        output: event.payload.result,
      };
    case "tool.failed": {
      const { code, message, durationMs } = event.payload;
      return { status: "failed", durationMs, output: { code, message } };
    }
    case "tool.denied": {
      const { code, reason } = event.payload;
      return { status: "denied", output: { code, reason } };
    }
    case "approval.resolved": {
      const { status, reason, editedArgs } = event.payload;
      const waitedMs = Math.max(
        0,
        Date.parse(event.timestamp) - Date.parse(step.startedAt),
      );
      return {
        status: status === "approved" ? "done" : "denied",
        ...(Number.isNaN(waitedMs) ? {} : { durationMs: waitedMs }),
        output: {
          status,
          ...(reason === undefined ? {} : { reason }),
          ...(editedArgs === undefined ? {} : { editedArgs }),
          ...(event.actor === undefined ? {} : { resolvedBy: event.actor }),
        },
      };
    }
  }
}

function findOpen(
  steps: readonly Step[],
  kind: Step["kind"],
  id: string,
): number {
  return steps.findLastIndex(
    (step) => step.kind === kind && step.id === id && step.status === "open",
  );
}

function without(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : ids;
}

/** The same rule as that of the session's status: it waits when someone is asked and nothing else is under way. */
function settle(trace: RunTrace): RunTrace {
  const { run, steps, underWay } = trace;
  if (run.endedAt !== undefined) return trace;
  const isWaiting = steps.some(
    ({ kind, status }) => kind === "approval" && status === "open",
  );
  const status: Run["status"] =
    isWaiting && underWay.length === 0 ? "awaiting_approval" : "running";
  return status === run.status ? trace : { ...trace, run: { ...run, status } };
}
