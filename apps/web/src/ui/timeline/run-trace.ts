import { createInitialTrace, reduceTrace } from "@agent-studio/shared";
import type {
  EventType,
  HarnessEvent,
  RunTrace,
  TraceState,
} from "@agent-studio/shared";
import type { EventArchive } from "../../client/event-archive.ts";
import type { RunSpan } from "../../client/event-rows.ts";

/** Where a step is in the log, and what it is called there. */
export interface StepPlace {
  readonly opened: number;
  readonly closed?: number;
  /** Of a tool call, or of the call that an approval is about. */
  readonly toolName?: string;
}

export interface RunView {
  readonly trace: RunTrace;
  /** By the step's id. */
  readonly places: ReadonlyMap<string, StepPlace>;
}

const IS_STEP: ReadonlySet<string> = new Set<EventType>([
  "run.started",
  "model.requested",
  "model.responded",
  "tool.requested",
  "tool.started",
  "tool.completed",
  "tool.failed",
  "tool.denied",
  "approval.required",
  "approval.resolved",
  "run.completed",
  "run.failed",
  "run.cancelled",
]);

/**
 * One run of a log as far as it is held, up to an event where one is given; undefined where its beginning is not.
 * What only writes text is not looked at.
 */
export function traceOf(
  archive: EventArchive,
  run: RunSpan,
  until = run.last,
): RunView | undefined {
  let trace: TraceState = createInitialTrace();
  const places = new Map<string, StepPlace>();
  const { rows } = archive;
  const last = rows.indexOf(Math.min(run.last, until));
  for (let index = rows.indexOf(run.first); index <= last; index += 1) {
    if (!IS_STEP.has(rows.typeAt(index))) continue;
    const event = archive.read(rows.at(index)?.first ?? 0);
    if (event === undefined) continue;
    // Events in between change nothing of the trace, which takes the very next one only.
    trace = reduceTrace({ ...trace, sequence: event.sequence - 1 }, event);
    notePlace(places, event);
  }
  const found = trace.runs.at(-1);
  return found === undefined ? undefined : { trace: found, places };
}

function notePlace(places: Map<string, StepPlace>, event: HarnessEvent): void {
  const { sequence } = event;
  switch (event.type) {
    case "model.requested":
      places.set(event.payload.callId, { opened: sequence });
      break;
    case "tool.requested": {
      const { toolCallId, toolName } = event.payload;
      places.set(toolCallId, { opened: sequence, toolName });
      break;
    }
    case "approval.required": {
      const { approvalId, toolName } = event.payload.approval;
      places.set(approvalId, { opened: sequence, toolName });
      break;
    }
    default: {
      const id = closedBy(event);
      const place = id === null ? undefined : places.get(id);
      if (id !== null && place !== undefined) {
        places.set(id, { ...place, closed: sequence });
      }
    }
  }
}

/** The step that an event ends. */
function closedBy(event: HarnessEvent): string | null {
  switch (event.type) {
    case "model.responded":
      return event.payload.callId;
    case "tool.completed":
    case "tool.failed":
    case "tool.denied":
      return event.payload.toolCallId;
    case "approval.resolved":
      return event.payload.approvalId;
    default:
      return null;
  }
}
