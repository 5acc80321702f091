/** Shapes a tool's output into what events show, within their limit; the model's text is cut elsewhere. */
import type { JsonValue, ToolResult, ToolView } from "@agent-studio/shared";
import type { ToolOutput } from "../tools/define-tool.ts";

/** Bytes of JSON that a result may have in an event. */
export const RESULT_LIMIT_BYTES = 64 * 1024;
const DETAILS_LIMIT_BYTES = 24 * 1024;
const VIEW_LIMIT_BYTES = 20 * 1024;
const TEXT_LIMIT_CHARACTERS = 12_000;

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
  const details =
    output.details === undefined
      ? {}
      : { details: redaction.redact(output.details, RESULT_LIMIT_BYTES) };
  const view =
    output.view === undefined
      ? {}
      : { view: redactView(output.view, redaction) };
  const whole: ToolResult = { text, ...details, ...view };
  if (bytesOf(whole) <= RESULT_LIMIT_BYTES) return whole;
  return {
    text: text.slice(0, TEXT_LIMIT_CHARACTERS),
    ...(output.details === undefined
      ? {}
      : { details: redaction.redact(output.details, DETAILS_LIMIT_BYTES) }),
    ...(bytesOf(view) <= VIEW_LIMIT_BYTES ? view : {}),
    truncated: true,
  };
}

function redactView(view: ToolView, redaction: ResultRedaction): ToolView {
  const redact = (value: string): string => redaction.redactText(value);
  if (view.kind === "markdown") return { ...view, text: redact(view.text) };
  if (view.kind === "diff")
    return { ...view, before: redact(view.before), after: redact(view.after) };
  if (view.kind === "table") {
    return {
      ...view,
      rows: view.rows.map((row) =>
        row.map((cell) => (typeof cell === "string" ? redact(cell) : cell)),
      ),
    };
  }
  if (view.kind === "keyValue") {
    return {
      ...view,
      entries: view.entries.map((entry) => ({
        ...entry,
        value:
          typeof entry.value === "string" ? redact(entry.value) : entry.value,
      })),
    };
  }
  return view;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
