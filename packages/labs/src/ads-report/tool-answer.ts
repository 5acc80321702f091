/** Reads what tools answered, as a model would have to: from text, treating it as data. Pure. */
import type { DemoToolResult } from "@agent-studio/harness";
import { AdsMetricsSchema, ReportDraftSchema } from "./contract.ts";
import type { AdsMetrics, ReportDraft } from "./contract.ts";

/** How the request to save ended. */
export type SaveOutcome =
  "saved" | "edited" | "denied" | "expired" | "unknown" | "failed";

const TOLD_LIMIT = 400;

/** The metrics in a successful answer; undefined for anything else. */
export function readMetrics(result: DemoToolResult): AdsMetrics | undefined {
  if (result.isError) return undefined;
  for (const value of objectsIn(result.text)) {
    const parsed = AdsMetricsSchema.safeParse(value);
    if (parsed.success) return parsed.data;
  }
  return undefined;
}

/** What became of the request to save. Only a success counts as saved. */
export function readSaveOutcome(result: DemoToolResult): SaveOutcome {
  if (!result.isError) return isEdited(result) ? "edited" : "saved";
  if (/UNKNOWN_OUTCOME/.test(result.text)) return "unknown";
  if (/\bperson denied\b/i.test(result.text)) return "denied";
  if (/\bexpired\b/i.test(result.text)) return "expired";
  return "failed";
}

/** The draft as it was asked for; the body is empty if the call held none. */
export function readDraft(result: DemoToolResult): ReportDraft {
  const parsed = ReportDraftSchema.safeParse(result.args);
  return parsed.success ? parsed.data : { body: "" };
}

/** Why the person refused, in one line, if a reason is told. */
export function readReason(result: DemoToolResult): string | undefined {
  const said = /The person's reason:\s*([\s\S]+)$/.exec(result.text)?.[1];
  return said === undefined ? undefined : oneLine(said);
}

/** The answer's own sentence, in one line, without the code in front. */
export function readSentence(result: DemoToolResult): string {
  return oneLine(result.text.replace(/^[A-Z_]+:\s*/, ""));
}

/** How many characters were written, as the tool says. */
export function readSavedCharacters(
  result: DemoToolResult,
): string | undefined {
  return /(\d+) characters/.exec(result.text.split("\n").at(-1) ?? "")?.[1];
}

/** A changed call is told by the arguments that ran instead. */
function isEdited(result: DemoToolResult): boolean {
  return objectsIn(result.text).some(
    (value) => ReportDraftSchema.safeParse(value).success,
  );
}

/** JSON objects that end a line of the text, the last line first: notes come before an answer. */
function objectsIn(text: string): readonly unknown[] {
  return text
    .split("\n")
    .toReversed()
    .flatMap((line) => {
      const start = line.indexOf("{");
      if (start === -1) return [];
      try {
        return [JSON.parse(line.slice(start)) as unknown];
      } catch {
        return [];
      }
    });
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= TOLD_LIMIT ? line : `${line.slice(0, TOLD_LIMIT)}…`;
}
