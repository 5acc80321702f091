import type { EventOf, HarnessEvent } from "../event.ts";
import { addUsage } from "../usage.ts";
import { claim, isOpen } from "./legal-context.ts";
import type {
  LegalContext,
  LegalMessage,
  LegalRun,
  Report,
} from "./legal-context.ts";
import { checkHasContent } from "./legal-run.ts";

/** Rules of model calls and of the messages that they write. */
export function checkModelEvent(
  context: LegalContext,
  event: HarnessEvent,
  report: Report,
): void {
  const { run } = context;
  if (run === null) return;
  switch (event.type) {
    case "model.requested":
      requestModel(context, run, { event, report });
      break;
    case "model.responded":
      respond(run, event, report);
      break;
    case "assistant.started":
      startMessage(context, run, { event, report });
      break;
    case "assistant.delta":
    case "assistant.completed":
    case "tool.drafted":
      write(run, event, report);
      break;
    default:
  }
}

interface Step<E> {
  readonly event: E;
  readonly report: Report;
}

function requestModel(
  context: LegalContext,
  run: LegalRun,
  { event, report }: Step<EventOf<"model.requested">>,
): void {
  const { callId, turn } = event.payload;
  claim(context, callId, report);
  if (run.call !== null) report(`${run.call.callId} is still open`);
  for (const call of run.calls.values()) {
    if (isOpen(call)) report(`${call.requested.toolCallId} has not ended`);
  }
  checkHasContent(run, report);
  if (run.lastStopReason === "error" && !run.isRetrying)
    report("a failed attempt is followed by run.retrying or the end");
  if (run.lastStopReason === "aborted")
    report("an aborted call is followed by the end");
  const isSameTurn = run.isRetrying && turn === run.turn;
  if (!isSameTurn && turn !== run.turn + 1)
    report(`turn is ${turn} after ${run.turn}`);
  run.turn = turn;
  run.isRetrying = false;
  run.call = { callId, turn, message: null };
}

function respond(
  run: LegalRun,
  { payload }: EventOf<"model.responded">,
  report: Report,
): void {
  const { callId, turn, stopReason, usage } = payload;
  if (run.call?.callId !== callId) {
    report(`${callId} is not open`);
    return;
  }
  const { message } = run.call;
  if (turn !== run.call.turn)
    report(`turn is ${turn} and not ${run.call.turn}`);
  if (message?.stopReason === null)
    report(`${message.messageId} is still open`);
  else if (message !== null && message.stopReason !== stopReason)
    report("its message has another stop reason");
  run.usage = addUsage(run.usage, usage);
  run.call = null;
  run.message = message;
  run.lastStopReason = stopReason;
}

function startMessage(
  context: LegalContext,
  run: LegalRun,
  { event, report }: Step<EventOf<"assistant.started">>,
): void {
  const { messageId } = event.payload;
  claim(context, messageId, report);
  if (run.call === null) {
    report("no model call is open");
    return;
  }
  if (run.call.message !== null)
    report(`${run.call.callId} has a message already`);
  run.call.message = {
    messageId,
    text: "",
    hasContent: false,
    channels: new Map(),
    stopReason: null,
    lastPart: -1,
  };
}

function write(
  run: LegalRun,
  event: EventOf<"assistant.delta" | "assistant.completed" | "tool.drafted">,
  report: Report,
): void {
  const message = run.call?.message ?? null;
  const { messageId } = event.payload;
  if (message?.messageId !== messageId || message.stopReason !== null) {
    report(`${messageId} is not open`);
    return;
  }
  if (event.type === "assistant.completed") complete(message, event, report);
  else if (event.type === "tool.drafted")
    setChannel(message, event.payload.part, { channel: "tool", report });
  else {
    const { part, channel, delta } = event.payload;
    setChannel(message, part, { channel, report });
    if (channel === "text") message.text += delta;
    if (delta === "") report("is empty");
  }
}

function setChannel(
  message: LegalMessage,
  part: number,
  { channel, report }: { channel: string; report: Report },
): void {
  message.hasContent = true;
  const before = message.channels.get(part) ?? channel;
  if (before !== channel) report(`part ${part} is ${before} already`);
  message.channels.set(part, before);
}

function complete(
  message: LegalMessage,
  { payload }: EventOf<"assistant.completed">,
  report: Report,
): void {
  if (payload.text !== message.text)
    report("its text is not what its deltas give");
  message.stopReason = payload.stopReason;
}
