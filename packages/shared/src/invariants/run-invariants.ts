/** What holds of runs and of their model calls. */
import type { EventType, HarnessEvent } from "../event.ts";
import { addCost, addUsage, NO_USAGE, type Usage } from "../usage.ts";
import {
  breaches,
  eventsOf,
  RUN_ENDS,
  type Breach,
  type Invariant,
} from "./invariant.ts";

/** Types that only a run causes. `lab.updated` may come from an action. */
const CAUSED_BY_RUN: ReadonlySet<EventType> = new Set<EventType>([
  "run.started",
  "user.message",
  "model.requested",
  "model.responded",
  "run.retrying",
  "run.resumed",
  "assistant.started",
  "assistant.delta",
  "assistant.completed",
  "tool.drafted",
  "tool.requested",
  "tool.started",
  "tool.progressed",
  "tool.completed",
  "tool.failed",
  "tool.denied",
  "approval.required",
  "approval.resolved",
  "skill.requested",
  "skill.loaded",
  "artifact.saved",
  ...RUN_ENDS,
]);

export const RUN_INVARIANTS: readonly Invariant[] = [
  {
    id: "I07",
    promise: "What a run causes names that run, which has started.",
    check: (events) => {
      const started = new Set<string>();
      return breaches(events, ({ type, runId }) => {
        if (type === "run.started" && runId !== undefined) started.add(runId);
        if (runId === undefined)
          return CAUSED_BY_RUN.has(type) ? "It names no run." : undefined;
        return started.has(runId) ? undefined : `${runId} has not started.`;
      });
    },
  },
  {
    id: "I08",
    promise: "At most one run is active at a time.",
    check: (events) => {
      let active: string | undefined;
      return breaches(eventsOf(events, "run.started", ...RUN_ENDS), (event) => {
        if (event.type !== "run.started") {
          if (event.runId === active) active = undefined;
          return undefined;
        }
        const before = active;
        active = event.runId;
        return before === undefined ? undefined : `${before} is still active.`;
      });
    },
  },
  {
    id: "I09",
    promise: "A run ends once, and nothing of it follows its end.",
    check: (events) => {
      const over = new Set<string>();
      return breaches(events, ({ type, runId }) => {
        if (runId === undefined) return undefined;
        if (over.has(runId)) return `${runId} is over.`;
        if (RUN_ENDS.some((end) => end === type)) over.add(runId);
        return undefined;
      });
    },
  },
  {
    id: "I10",
    promise: "A run starts with the user's message that it answers.",
    check: (events) =>
      breaches(events, (event, index) => {
        const next = events[index + 1];
        const before = events[index - 1];
        if (event.type === "run.started" && next !== undefined)
          return next.type === "user.message" &&
            next.payload.messageId === event.payload.messageId
            ? undefined
            : "The message that it answers does not follow.";
        return event.type === "user.message" && before?.type !== "run.started"
          ? "No run starts with it."
          : undefined;
      }),
  },
  {
    id: "I11",
    promise: "A model call is answered once, before the next one is made.",
    check: (events) => {
      let open: string | undefined;
      return breaches(
        eventsOf(events, "model.requested", "model.responded"),
        ({ type, payload: { callId } }) => {
          const before = open;
          open = type === "model.requested" ? callId : undefined;
          if (type === "model.requested")
            return before === undefined ? undefined : `${before} is open.`;
          return before === callId ? undefined : `${callId} is not open.`;
        },
      );
    },
  },
  {
    id: "I12",
    promise: "Turns of a run count from 1; a retry stays in its turn.",
    check: checkTurns,
  },
  {
    id: "I13",
    promise: "No model call is open when its run ends.",
    check: (events) => {
      const open = new Map<string, string>();
      return breaches(
        eventsOf(events, "model.requested", "model.responded", ...RUN_ENDS),
        (event) => {
          const runId = event.runId ?? "";
          if (event.type === "model.requested")
            open.set(runId, event.payload.callId);
          else if (event.type === "model.responded") open.delete(runId);
          else if (open.has(runId)) return `${open.get(runId)} is open.`;
          return undefined;
        },
      );
    },
  },
  {
    id: "I14",
    promise: "A run's usage and cost are the sums of its model calls.",
    check: checkTotals,
  },
  {
    id: "I15",
    promise: "A retry follows a failed answer.",
    check: (events) => {
      let failed = false;
      return breaches(
        eventsOf(events, "model.responded", "run.retrying", "model.requested"),
        (event) => {
          const before = failed;
          failed =
            event.type === "model.responded" &&
            event.payload.stopReason === "error";
          return event.type === "run.retrying" && !before
            ? "No answer failed before it."
            : undefined;
        },
      );
    },
  },
  {
    id: "I16",
    promise: "A run is resumed only after the session was.",
    check: (events) => {
      let resumedAt = 0;
      const startedAt = new Map<string, number>();
      return breaches(
        eventsOf(events, "session.resumed", "run.started", "run.resumed"),
        ({ type, sequence, runId = "" }) => {
          if (type === "session.resumed") resumedAt = sequence;
          if (type === "run.started") startedAt.set(runId, sequence);
          return type === "run.resumed" &&
            resumedAt < (startedAt.get(runId) ?? Infinity)
            ? "The session was not resumed since the run started."
            : undefined;
        },
      );
    },
  },
];

function checkTurns(events: readonly HarnessEvent[]): readonly Breach[] {
  const turns = new Map<string, number>();
  const retrying = new Set<string>();
  return breaches(
    eventsOf(events, "model.requested", "run.retrying"),
    (event) => {
      const { runId = "" } = event;
      if (event.type === "run.retrying") {
        retrying.add(runId);
        return undefined;
      }
      const step = retrying.delete(runId) ? 0 : 1;
      const expected = (turns.get(runId) ?? 0) + step;
      const { turn } = event.payload;
      turns.set(runId, turn);
      return turn === expected
        ? undefined
        : `The turn is ${turn} where ${expected} belongs.`;
    },
  );
}

interface Sums {
  readonly usage: Usage;
  readonly costUsd: number | null;
}

function checkTotals(events: readonly HarnessEvent[]): readonly Breach[] {
  const sums = new Map<string, Sums>();
  return breaches(eventsOf(events, "model.responded", ...RUN_ENDS), (event) => {
    const { runId = "" } = event;
    const sum = sums.get(runId) ?? { usage: NO_USAGE, costUsd: 0 };
    const { usage, costUsd } = event.payload;
    if (event.type !== "model.responded")
      return isSameUsage(sum.usage, usage) && isSameCost(sum.costUsd, costUsd)
        ? undefined
        : "They differ from the sum.";
    sums.set(runId, {
      usage: addUsage(sum.usage, usage),
      costUsd: addCost(sum.costUsd, costUsd),
    });
    return undefined;
  });
}

function isSameUsage(a: Usage, b: Usage): boolean {
  return (
    a.inputTokens === b.inputTokens &&
    a.outputTokens === b.outputTokens &&
    a.cacheReadTokens === b.cacheReadTokens &&
    a.cacheWriteTokens === b.cacheWriteTokens
  );
}

/** Sums of decimal fractions, in whatever order they were made. */
function isSameCost(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) < 1e-9;
}
