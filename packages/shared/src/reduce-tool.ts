import { appended } from "./appended.ts";
import type { EventOf } from "./event.ts";
import { putPart, updateCall } from "./message-parts.ts";
import type { SessionState, ToolCallPart } from "./state.ts";

type ToolEndEvent = EventOf<"tool.completed" | "tool.failed" | "tool.denied">;
type ToolEvent =
  | EventOf<
      | "tool.requested"
      | "tool.started"
      | "tool.progressed"
      | "skill.requested"
      | "skill.loaded"
    >
  | ToolEndEvent;

/** One tool call, a part of the open turn, and the skills that calls read. */
export function reduceTool(
  state: SessionState,
  event: ToolEvent,
): Partial<SessionState> {
  switch (event.type) {
    case "tool.requested":
      return requestCall(state, event);
    case "tool.started":
      return updateCall(state, event.payload.toolCallId, (call) =>
        isOver(call)
          ? call
          : { ...call, state: "running", startedAt: event.timestamp },
      );
    case "tool.progressed":
      return updateCall(state, event.payload.toolCallId, (call) =>
        reportProgress(call, event),
      );
    case "skill.requested":
    case "skill.loaded":
      return reduceSkill(state, event);
    default:
      return updateCall(state, event.payload.toolCallId, (call) =>
        isOver(call) ? call : endCall(call, event),
      );
  }
}

function isOver({ state }: ToolCallPart): boolean {
  return state === "completed" || state === "failed" || state === "denied";
}

function requestCall(
  state: SessionState,
  event: EventOf<"tool.requested">,
): Partial<SessionState> {
  const { messageId, part, toolCallId, toolName, args, effect, policy } =
    event.payload;
  const { open } = state;
  if (open?.messageId !== messageId) return {};
  const call: ToolCallPart = {
    kind: "tool",
    part,
    toolName,
    state: "requested",
    toolCallId,
    args,
    effect,
    policy,
    requestedAt: event.timestamp,
  };
  return {
    open: { ...open, parts: putPart(open.parts, call) },
    totals: { ...state.totals, toolCalls: state.totals.toolCalls + 1 },
  };
}

function reportProgress(
  call: ToolCallPart,
  { payload }: EventOf<"tool.progressed">,
): ToolCallPart {
  if (call.state !== "running") return call;
  const { message, fraction } = payload;
  return {
    ...call,
    progress: { message, ...(fraction === undefined ? {} : { fraction }) },
  };
}

function endCall(call: ToolCallPart, event: ToolEndEvent): ToolCallPart {
  const { progress: _, ...rest } = call;
  switch (event.type) {
    case "tool.completed": {
      const { result, durationMs } = event.payload;
      return { ...rest, state: "completed", result, durationMs };
    }
    case "tool.failed": {
      const { code, message, durationMs } = event.payload;
      return { ...rest, state: "failed", code, message, durationMs };
    }
    case "tool.denied": {
      const { code, reason } = event.payload;
      return { ...rest, state: "denied", code, reason };
    }
  }
}

function reduceSkill(
  state: SessionState,
  event: EventOf<"skill.requested" | "skill.loaded">,
): Partial<SessionState> {
  const { name, toolCallId } = event.payload;
  if (event.type === "skill.requested") {
    return {
      skills: appended(state.skills, { name, toolCallId, status: "requested" }),
      ...updateCall(state, toolCallId, (call) => ({
        ...call,
        skill: { name, loaded: false },
      })),
    };
  }
  const index = state.skills.findLastIndex(
    (use) => use.toolCallId === toolCallId && use.name === name,
  );
  if (index === -1) return {};
  const { characters } = event.payload;
  return {
    skills: state.skills.with(index, {
      name,
      toolCallId,
      status: "loaded",
      characters,
    }),
    ...updateCall(state, toolCallId, (call) => ({
      ...call,
      skill: { name, loaded: true },
    })),
  };
}
