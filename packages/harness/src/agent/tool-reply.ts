/** What the model is told about a call that did not simply succeed: the true cause, and whether anything may have happened. */
import type {
  ErrorCode,
  JsonObject,
  ToolDenialReason,
} from "@agent-studio/shared";
import type { ToolReply } from "./agent-session.ts";

/** Characters of a tool's text that reach the model. */
export const MODEL_TEXT_LIMIT = 60_000;
const EDIT_NOTE_LIMIT = 20_000;

const DENIALS: Readonly<Record<ToolDenialReason, string>> = {
  policy: "A policy does not allow this call. It was not executed.",
  unknown_tool:
    "There is no such tool. Nothing was executed. Use only the tools that you were given.",
  user: "A person denied this call. It was not executed and nothing was changed.",
  expired:
    "The approval expired without an answer: nobody refused, and the call was never executed.",
  cancelled:
    "The run was stopped before this call was executed. Nothing was changed by it.",
  invalidated:
    "The tool or its policy changed before the call was approved. It was not executed.",
};

/** The reply for a call that was denied. */
export function denialReply(
  reason: ToolDenialReason,
  code: ErrorCode,
  personReason?: string,
): ToolReply {
  const said =
    personReason === undefined || personReason.trim() === ""
      ? ""
      : ` The person's reason: ${personReason}`;
  const repeated =
    code === "REPEATED_TOOL_CALL"
      ? " The same call was made in the turns before; its result has not changed. Do something else or answer."
      : "";
  return {
    text: `${code}: ${DENIALS[reason]}${repeated}${said}`,
    isError: true,
  };
}

/** The reply for a call that failed; for an unknown outcome it says so. */
export function failureReply(code: ErrorCode, message: string): ToolReply {
  return { text: cut(`${code}: ${message}`), isError: true };
}

/** The reply for a call that succeeded, cut loudly. */
export function successReply(text: string): ToolReply {
  return { text: cut(text), isError: false };
}

/** The reply with a note that a person changed the arguments; both together keep the limit. */
export function withEdit(reply: ToolReply, editedArgs: JsonObject): ToolReply {
  const note = `A person changed the arguments before approving. The changed ones count, not those that you wrote: ${shorten(JSON.stringify(editedArgs))}\n\n`;
  return { ...reply, text: cut(note + reply.text) };
}

function shorten(json: string): string {
  return json.length <= EDIT_NOTE_LIMIT
    ? json
    : `${json.slice(0, wholeEnd(json, EDIT_NOTE_LIMIT))}… [CUT: ${json.length} characters in all]`;
}

function cut(text: string): string {
  if (text.length <= MODEL_TEXT_LIMIT) return text;
  const at = wholeEnd(text, MODEL_TEXT_LIMIT);
  return `${text.slice(0, at)}\n\n[CUT: only the first ${at} of ${text.length} characters are shown. Ask for less at a time.]`;
}

/** Where to cut at the latest without halving a character. */
function wholeEnd(text: string, limit: number): number {
  const last = text.charCodeAt(limit - 1);
  return last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
}
