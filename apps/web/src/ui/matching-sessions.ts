import type { SessionSummary } from "@agent-studio/shared";

/** The sessions whose title holds the text, whatever its case and width; all where there is none. */
export function matchingSessions(
  sessions: readonly SessionSummary[],
  text: string,
): readonly SessionSummary[] {
  const wanted = folded(text.trim());
  if (wanted === "") return sessions;
  return sessions.filter(({ title }) => folded(title).includes(wanted));
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
