/** Shapes a tool's output into what events show, within their limit; the model's text is cut elsewhere. */
import {
  ToolViewSchema,
  TruncatedSchema,
  type JsonValue,
  type ToolResult,
  type ToolView,
} from "@agent-studio/shared";
import { limitText } from "../security/limit-text.ts";
import type { ToolOutput } from "../tools/define-tool.ts";

/** Bytes of JSON that a result may have in an event. */
export const RESULT_LIMIT_BYTES = 64 * 1024;
const DETAILS_LIMIT_BYTES = 20 * 1024;
const VIEW_LIMIT_BYTES = 20 * 1024;
const TEXT_LIMIT_BYTES = 20 * 1024;

export interface ResultRedaction {
  redact(value: unknown, maxBytes?: number): JsonValue;
  redactText(text: string): string;
}

/**
 * The result for events. Small results stand whole; in a large one `text` is cut, `details` becomes the typed
 * truncation and a `view` that does not fit is left out, with `truncated` set.
 */
export function toToolResult(
  output: ToolOutput,
  redaction: ResultRedaction,
): ToolResult {
  const text = redaction.redactText(output.text);
  const whole: ToolResult = { text, ...rest(output, redaction, {}) };
  if (bytesOf(whole) <= RESULT_LIMIT_BYTES)
    return isCut(output, whole) ? { ...whole, truncated: true } : whole;
  const limits = { details: DETAILS_LIMIT_BYTES, view: VIEW_LIMIT_BYTES };
  return {
    text: cutToJsonBytes(text, TEXT_LIMIT_BYTES),
    ...rest(output, redaction, limits),
    truncated: true,
  };
}

function isCut(output: ToolOutput, { details, view }: ToolResult): boolean {
  const isDetailsCut = TruncatedSchema.safeParse(details).success;
  return isDetailsCut || (output.view !== undefined && view === undefined);
}

function rest(
  { details, view }: ToolOutput,
  redaction: ResultRedaction,
  limits: { readonly details?: number; readonly view?: number },
): Pick<ToolResult, "details" | "view"> {
  const shown =
    view === undefined
      ? undefined
      : redactView(view, redaction, limits.view ?? RESULT_LIMIT_BYTES);
  return {
    ...(details === undefined
      ? {}
      : {
          details: redaction.redact(
            details,
            limits.details ?? RESULT_LIMIT_BYTES,
          ),
        }),
    ...(shown === undefined ? {} : { view: shown }),
  };
}

/** Every text of a view may hold a secret; what is no view any more, or too large, is left out. */
function redactView(
  view: ToolView,
  redaction: ResultRedaction,
  maxBytes: number,
): ToolView | undefined {
  return ToolViewSchema.safeParse(redaction.redact(view, maxBytes)).data;
}

/** The longest beginning whose JSON has at most `maxBytes`: quotes and controls are written as several characters. */
function cutToJsonBytes(text: string, maxBytes: number): string {
  for (let room = maxBytes; ; room = Math.floor(room / 2)) {
    const cut = limitText(text, room);
    if (cut === "" || bytesOf(cut) <= maxBytes) return cut;
  }
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
