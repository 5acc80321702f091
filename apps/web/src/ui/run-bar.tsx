import type { RetryNotice, SessionState } from "@agent-studio/shared";
import { useSecondsLeft } from "./elapsed-time.tsx";
import { useSessionState } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import type { Texts } from "./text-context.tsx";

/** Where the run stands, and what the session has used so far. */
export function RunBar() {
  const texts = useTexts();
  const status = useSessionState((state) => state.status);
  const retry = useSessionState((state) => state.retry);
  const totals = useSessionState((state) => state.totals);
  return (
    <div className="run-bar" data-status={status}>
      <span className="run-state">
        <span className="run-dot" aria-hidden />
        {retry === null ? (
          <RunStatus status={status} />
        ) : (
          <RetryWait key={retry.at} retry={retry} />
        )}
      </span>
      {totals.runs > 0 && (
        <span className="note">{totalsText(texts, totals)}</span>
      )}
    </div>
  );
}

/** What is waited for after an attempt that failed, and how long still. */
function RetryWait({ retry }: { readonly retry: RetryNotice }) {
  const { t, error } = useTexts();
  const seconds = useSecondsLeft(retry.at, retry.delayMs);
  return t("run.retrying", {
    attempt: retry.attempt,
    seconds,
    reason: error(retry.code),
  });
}

function RunStatus({ status }: Pick<SessionState, "status">) {
  const { t } = useTexts();
  const turns = useSessionState((state) => state.runs.at(-1)?.turns ?? 1);
  switch (status) {
    case "idle":
      return t("run.idle");
    case "awaiting_approval":
      return t("run.awaiting");
    case "running":
      return t("run.running", { turn: Math.max(1, turns) });
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
