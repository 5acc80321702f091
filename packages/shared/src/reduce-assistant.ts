import { appended } from "./appended.ts";
import type { EventOf, EventPayload } from "./event.ts";
import { placeOfPart, putPart } from "./message-parts.ts";
import type {
  AssistantMessage,
  MessagePart,
  SessionState,
  TextPart,
} from "./state.ts";

type AssistantEvent = EventOf<
  | "assistant.started"
  | "assistant.delta"
  | "assistant.completed"
  | "tool.drafted"
>;
type Delta = EventOf<"assistant.delta">;

/** The message that the model writes now. */
export function reduceAssistant(
  state: SessionState,
  event: AssistantEvent,
): Partial<SessionState> {
  if (event.type === "assistant.started") return startMessage(state, event);
  if (event.type === "assistant.delta") return reduceDeltas(state, [event]);
  const open = openMessage(state, event.payload.messageId);
  if (open === null) return {};
  switch (event.type) {
    case "assistant.completed": {
      const { stopReason } = event.payload;
      const parts = withWholeTexts(open.parts, event.payload);
      return { open: { ...open, parts, stopReason } };
    }
    case "tool.drafted":
      return { open: { ...open, parts: draftCall(open.parts, event.payload) } };
  }
}

function startMessage(
  state: SessionState,
  event: EventOf<"assistant.started">,
): Partial<SessionState> {
  const run = state.runs.at(-1);
  if (run === undefined || run.runId !== state.activeRunId) return {};
  const open: AssistantMessage = {
    role: "assistant",
    messageId: event.payload.messageId,
    runId: run.runId,
    createdAt: event.timestamp,
    turn: run.turns,
    parts: [],
  };
  return state.open === null
    ? { open }
    : { open, messages: appended(state.messages, state.open) };
}

function draftCall(
  parts: readonly MessagePart[],
  draft: EventPayload<"tool.drafted">,
): readonly MessagePart[] {
  const { part, toolName, argsBytes } = draft;
  const { index, found } = placeOfPart(parts, part);
  const old = found ? parts[index] : undefined;
  if (old !== undefined && !(old.kind === "tool" && old.state === "drafted"))
    return parts;
  return putPart(parts, {
    kind: "tool",
    part,
    toolName,
    state: "drafted",
    argsBytes,
  });
}

/**
 * The same parts with the same texts, taken from the completed ones where they are equal. What was put together
 * delta by delta is kept by engines as a tree of its pieces, many times as large as the text, until it is read.
 */
function withWholeTexts(
  parts: readonly MessagePart[],
  { text, reasoning = "" }: EventPayload<"assistant.completed">,
): readonly MessagePart[] {
  const whole = { text, reasoning };
  const read = { text: 0, reasoning: 0 };
  return parts.map((part) => {
    if (part.kind === "tool") return part;
    const from = read[part.kind];
    read[part.kind] += part.text.length;
    return whole[part.kind].startsWith(part.text, from)
      ? { ...part, text: whole[part.kind].slice(from, read[part.kind]) }
      : part;
  });
}

/** The message of this id, if the model still writes it. */
function openMessage(
  { open }: SessionState,
  messageId: string,
): AssistantMessage | null {
  return open?.messageId === messageId && open.stopReason === undefined
    ? open
    : null;
}

/**
 * Appends deltas of one message. The list of parts is copied once for all of
 * them and each part once in a row, so many deltas cost their number and not
 * their number times the size of the message.
 */
export function reduceDeltas(
  state: SessionState,
  deltas: readonly Delta[],
): Partial<SessionState> {
  const open = openMessage(state, deltas[0]?.payload.messageId ?? "");
  if (open === null) return {};
  const parts = open.parts.slice();
  let own: WrittenPart | undefined;
  for (const delta of deltas) {
    const { part, channel } = delta.payload;
    if (own?.part !== part) own = partToWrite(parts, part, channel) ?? own;
    if (own?.part === part && own.kind === channel) write(own, delta);
  }
  return { open: { ...open, parts } };
}

type WrittenPart = { -readonly [Key in keyof TextPart]: TextPart[Key] };

/** A copy of the part, or a new one, in its place among the parts; undefined where something else has its number. */
function partToWrite(
  parts: MessagePart[],
  part: number,
  kind: TextPart["kind"],
): WrittenPart | undefined {
  const { index, found } = placeOfPart(parts, part);
  const old = found ? parts[index] : undefined;
  if (old !== undefined && (old.kind === "tool" || old.kind !== kind)) {
    return undefined;
  }
  const own: WrittenPart = { kind, part, text: "", ...old };
  parts.splice(index, found ? 1 : 0, own);
  return own;
}

function write(own: WrittenPart, { payload, timestamp }: Delta): void {
  own.text += payload.delta;
  if (own.kind === "text") return;
  own.startedAt ??= timestamp;
  own.endedAt = timestamp;
}
