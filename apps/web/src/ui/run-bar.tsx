import type { SessionState } from "@agent-studio/shared";
import { useSessionState } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import type { Texts } from "./text-context.tsx";

/** Where the run stands, and what the session has used so far. */
export function RunBar() {
  const texts = useTexts();
  const status = useSessionState((state) => state.status);
  const runs = useSessionState((state) => state.runs);
  const retry = useSessionState((state) => state.retry);
  const totals = useSessionState((state) => state.totals);
  return (
    <div className="run-bar" data-status={status}>
      <span className="run-state">
        <span className="run-dot" aria-hidden />
        {runText(texts, { status, runs, retry })}
      </span>
      {totals.runs > 0 && (
        <span className="note">{totalsText(texts, totals)}</span>
      )}
    </div>
  );
}

function runText(
  { t, error }: Texts,
  state: Pick<SessionState, "status" | "runs" | "retry">,
): string {
  const { retry } = state;
  if (retry !== null) {
    return t("run.retrying", {
      attempt: retry.attempt,
      seconds: Math.ceil(retry.delayMs / 1000),
      reason: error(retry.code),
    });
  }
  switch (state.status) {
    case "idle":
      return t("run.idle");
    case "awaiting_approval":
      return t("run.awaiting");
    case "running":
      return t("run.running", {
        turn: Math.max(1, state.runs.at(-1)?.turns ?? 1),
      });
  }
}

function totalsText(
  { t, number }: Texts,
  totals: SessionState["totals"],
): string {
  const { usage, costUsd } = totals;
  const tokens =
    usage.inputTokens +
    usage.outputTokens +
    usage.cacheReadTokens +
    usage.cacheWriteTokens;
  const text = t("run.totals", {
    runs: number(totals.runs),
    turns: number(totals.turns),
    tools: number(totals.toolCalls),
    tokens: number(tokens),
  });
  if (costUsd === null || costUsd === 0) return text;
  return `${text} · ${t("run.cost", { amount: costUsd.toFixed(4) })}`;
}
