/** The runs of a log with their steps, folded on as the log grows. What only writes text is not looked at. */
import { createInitialTrace, reduceTrace } from "@agent-studio/shared";
import type {
  EventType,
  HarnessEvent,
  RunTrace,
  TraceState,
} from "@agent-studio/shared";
import type { EventArchive } from "../../client/event-archive.ts";

/** Where a step is in the log, and what it is called there. */
export interface StepPlace {
  readonly opened: number;
  readonly closed?: number;
  /** Of a tool call, or of the call that an approval is about. */
  readonly toolName?: string;
}

export interface TraceView {
  readonly runs: readonly RunTrace[];
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

export class TraceIndex {
  readonly #archive: EventArchive;
  readonly #places = new Map<string, StepPlace>();
  #trace: TraceState = createInitialTrace();
  #seen = 0;

  constructor(archive: EventArchive) {
    this.#archive = archive;
  }

  /** The runs as the first `length` rows tell them. */
  upTo(length: number): TraceView {
    const { rows } = this.#archive;
    for (; this.#seen < length; this.#seen += 1) {
      if (!IS_STEP.has(rows.typeAt(this.#seen))) continue;
      const event = this.#archive.read(rows.at(this.#seen)?.first ?? 0);
      if (event !== undefined) this.#take(event);
    }
    return { runs: this.#trace.runs, places: this.#places };
  }

  #take(event: HarnessEvent): void {
    // Events in between change nothing of the trace, which takes the very next one only.
    const before = { ...this.#trace, sequence: event.sequence - 1 };
    this.#trace = reduceTrace(before, event);
    this.#place(event);
  }

  #place(event: HarnessEvent): void {
    const opened = event.sequence;
    switch (event.type) {
      case "model.requested":
        this.#places.set(event.payload.callId, { opened });
        break;
      case "tool.requested": {
        const { toolCallId, toolName } = event.payload;
        this.#places.set(toolCallId, { opened, toolName });
        break;
      }
      case "approval.required": {
        const { approvalId, toolName } = event.payload.approval;
        this.#places.set(approvalId, { opened, toolName });
        break;
      }
      case "model.responded":
        this.#close(event.payload.callId, event.sequence);
        break;
      case "tool.completed":
      case "tool.failed":
      case "tool.denied":
        this.#close(event.payload.toolCallId, event.sequence);
        break;
      case "approval.resolved":
        this.#close(event.payload.approvalId, event.sequence);
        break;
      default:
    }
  }

  #close(id: string, closed: number): void {
    const place = this.#places.get(id);
    if (place !== undefined) this.#places.set(id, { ...place, closed });
  }
}
