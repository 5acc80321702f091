/** What holds of tool calls. */
import type { EventOf, HarnessEvent } from "../event.ts";
import type { ErrorCode } from "../errors.ts";
import {
  breaches,
  CALL_ENDS,
  eventsOf,
  RUN_ENDS,
  type Breach,
  type Invariant,
} from "./invariant.ts";

export const CALL_INVARIANTS: readonly Invariant[] = [
  {
    id: "I21",
    promise: "A call is requested once, by a message that is complete.",
    check: (events) => {
      const complete = new Set<string>();
      const seen = new Set<string>();
      return breaches(
        eventsOf(events, "assistant.completed", "tool.requested"),
        (event) => {
          const { messageId } = event.payload;
          if (event.type === "assistant.completed") {
            const { stopReason } = event.payload;
            if (stopReason !== "error" && stopReason !== "aborted")
              complete.add(messageId);
            return undefined;
          }
          const { toolCallId } = event.payload;
          if (seen.has(toolCallId))
            return `${toolCallId} was requested before.`;
          seen.add(toolCallId);
          return complete.has(messageId)
            ? undefined
            : `${messageId} is no complete message.`;
        },
      );
    },
  },
  {
    id: "I22",
    promise: "A call ends once, after its request.",
    check: (events) => {
      const open = new Set<string>();
      return breaches(
        eventsOf(events, "tool.requested", ...CALL_ENDS),
        ({ type, payload: { toolCallId } }) => {
          if (type !== "tool.requested")
            return open.delete(toolCallId)
              ? undefined
              : `${toolCallId} is not open.`;
          open.add(toolCallId);
          return undefined;
        },
      );
    },
  },
  {
    id: "I23",
    promise: "No call is open when its run ends.",
    check: (events) => {
      const open = new Map<string, string>();
      return breaches(
        eventsOf(events, "tool.requested", ...CALL_ENDS, ...RUN_ENDS),
        (event) => {
          if (event.type === "tool.requested")
            open.set(event.payload.toolCallId, event.runId ?? "");
          else if ("toolCallId" in event.payload)
            open.delete(event.payload.toolCallId);
          else if ([...open.values()].includes(event.runId ?? ""))
            return "A call of it is open.";
          return undefined;
        },
      );
    },
  },
  {
    id: "I24",
    promise: "A call starts at most once, and not after its end.",
    check: (events) => {
      const over = new Set<string>();
      return breaches(
        eventsOf(events, "tool.started", ...CALL_ENDS),
        ({ type, payload: { toolCallId } }) => {
          const isOver = over.has(toolCallId);
          over.add(toolCallId);
          return type === "tool.started" && isOver
            ? `${toolCallId} has started or ended before.`
            : undefined;
        },
      );
    },
  },
  {
    id: "I25",
    promise: "Only a call that started completes; one that was denied did not.",
    check: (events) => {
      const started = new Set<string>();
      return breaches(
        eventsOf(events, "tool.started", "tool.completed", "tool.denied"),
        ({ type, payload: { toolCallId } }) => {
          if (type === "tool.started") started.add(toolCallId);
          if (type === "tool.completed" && !started.has(toolCallId))
            return "It did not start.";
          return type === "tool.denied" && started.has(toolCallId)
            ? "It had started."
            : undefined;
        },
      );
    },
  },
  {
    id: "I26",
    promise:
      "The next model call comes after the last end of the calls before.",
    check: (events) => {
      const open = new Set<string>();
      return breaches(
        eventsOf(events, "tool.requested", ...CALL_ENDS, "model.requested"),
        (event) => {
          if (event.type === "tool.requested")
            open.add(event.payload.toolCallId);
          else if ("toolCallId" in event.payload)
            open.delete(event.payload.toolCallId);
          else if (open.size > 0) return "A call is open.";
          return undefined;
        },
      );
    },
  },
  {
    id: "I27",
    promise: "Calls that write or send are carried out one at a time.",
    check: checkLane,
  },
  {
    id: "I28",
    promise: "What a call does comes between its start and its end.",
    check: (events) => {
      const running = new Set<string>();
      return breaches(
        eventsOf(
          events,
          "tool.started",
          "tool.progressed",
          "artifact.saved",
          "lab.updated",
          ...CALL_ENDS,
        ),
        (event) => {
          const toolCallId = causeOf(event);
          if (toolCallId === undefined) return undefined;
          if (event.type === "tool.started") running.add(toolCallId);
          else if (CALL_ENDS.some((end) => end === event.type))
            running.delete(toolCallId);
          else if (!running.has(toolCallId)) return "Its call is not running.";
          return undefined;
        },
      );
    },
  },
  {
    id: "I29",
    promise: "A denial has the code of its reason.",
    check: (events) =>
      breaches(eventsOf(events, "tool.denied"), ({ payload }) =>
        CODES[payload.reason].includes(payload.code)
          ? undefined
          : `${payload.code} is no code of ${payload.reason}.`,
      ),
  },
  {
    id: "I30",
    promise: "A skill is loaded by a call that asked for it and completed.",
    check: checkSkills,
  },
];

const CODES: Readonly<
  Record<EventOf<"tool.denied">["payload"]["reason"], readonly ErrorCode[]>
> = {
  unknown_tool: ["TOOL_UNKNOWN"],
  policy: ["TOOL_DENIED", "REPEATED_TOOL_CALL"],
  user: ["TOOL_DENIED"],
  expired: ["TOOL_DENIED"],
  invalidated: ["TOOL_DENIED"],
  cancelled: ["TOOL_CANCELLED", "INTERRUPTED", "RUN_TIMEOUT"],
};

function causeOf(
  event: EventOf<
    | "tool.started"
    | "tool.progressed"
    | "artifact.saved"
    | "lab.updated"
    | (typeof CALL_ENDS)[number]
  >,
): string | undefined {
  if (event.type !== "lab.updated") return event.payload.toolCallId;
  const { cause } = event.payload;
  return "toolCallId" in cause ? cause.toolCallId : undefined;
}

/** Between `tool.started` and the call's end; a call that was given up ends in the log, and the next waits for it. */
function checkLane(events: readonly HarnessEvent[]): readonly Breach[] {
  const effects = new Set<string>();
  const running = new Set<string>();
  return breaches(
    eventsOf(events, "tool.requested", "tool.started", ...CALL_ENDS),
    (event) => {
      const { toolCallId } = event.payload;
      if (event.type === "tool.requested") {
        const { effect } = event.payload;
        if (effect === "write" || effect === "send") effects.add(toolCallId);
        return undefined;
      }
      if (event.type !== "tool.started") {
        running.delete(toolCallId);
        return undefined;
      }
      if (!effects.has(toolCallId)) return undefined;
      const isAlone = running.size === 0;
      running.add(toolCallId);
      return isAlone ? undefined : "Another one is being carried out.";
    },
  );
}

function checkSkills(events: readonly HarnessEvent[]): readonly Breach[] {
  const asked = new Map<string, string>();
  const completed = new Set<string>();
  return breaches(
    eventsOf(events, "skill.requested", "tool.completed", "skill.loaded"),
    (event) => {
      const { toolCallId } = event.payload;
      if (event.type === "tool.completed") {
        completed.add(toolCallId);
        return undefined;
      }
      const { name } = event.payload;
      if (event.type === "skill.requested") {
        asked.set(toolCallId, name);
        return undefined;
      }
      return asked.get(toolCallId) === name && completed.has(toolCallId)
        ? undefined
        : "No call that asked for it has completed.";
    },
  );
}
