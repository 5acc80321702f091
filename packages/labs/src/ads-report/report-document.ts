import type { ReportDraft } from "./contract.ts";

/**
 * The report as it is written to disk: the title becomes the heading if the body starts without
 * one, line ends are `\n`, and the file ends in exactly one. Pure.
 */
export function composeReport({ title, body }: ReportDraft): string {
  const text = body.replace(/\r\n?/g, "\n").replace(/^\n+/, "").trimEnd();
  const heading = title?.replace(/\s+/g, " ").trim() ?? "";
  const named = heading === "" || /^#\s/.test(text);
  return `${named ? "" : `# ${heading}\n\n`}${text}\n`;
}
