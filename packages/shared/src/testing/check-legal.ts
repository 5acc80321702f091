/**
 * The order of events, as a judge of whole logs: it says what is wrong and where,
 * and knows nothing of how a log was made. Nothing is guessed: what one broken
 * rule makes of the rest is reported too.
 */
import { EVENT_PAYLOADS, HarnessEventSchema } from "../event.ts";
import type { HarnessEvent } from "../event.ts";
import { canLieStill, createLegalContext } from "./legal-context.ts";
import type { LegalContext } from "./legal-context.ts";
import { checkApprovalEvent } from "./legal-approval.ts";
import { checkModelEvent } from "./legal-model.ts";
import { checkRunEvent } from "./legal-run.ts";
import { checkSessionEvent } from "./legal-session.ts";
import { checkCallEvent } from "./legal-call.ts";

export interface CheckLegalOptions {
  /** Whether the log may stop in the middle of a run, as every log does while it is written. */
  readonly unfinished?: boolean;
}

/**
 * Every breach of the protocol's rules in a log that starts at sequence 1, each
 * as one sentence that begins with `#<sequence> <type>:`. Empty for a legal log.
 */
export function checkLegal(
  events: readonly HarnessEvent[],
  options: CheckLegalOptions = {},
): string[] {
  const problems: string[] = [];
  const context = createLegalContext();
  for (const [index, event] of events.entries()) {
    const report = (problem: string) =>
      problems.push(`#${event.sequence} ${event.type}: ${problem}`);
    checkEnvelope(context, event, { expected: index + 1, report });
    if (!Object.hasOwn(EVENT_PAYLOADS, event.type)) continue;
    checkSessionEvent(context, event, report);
    checkRunEvent(context, event, report);
    checkModelEvent(context, event, report);
    checkCallEvent(context, event, report);
    checkApprovalEvent(context, event, report);
    context.previous = event;
  }
  const { run } = context;
  if (
    options.unfinished !== true &&
    run !== null &&
    !(context.closed === "shutdown" && canLieStill(run))
  ) {
    problems.push(`end of log: ${run.runId} has no end`);
  }
  return problems;
}

function checkEnvelope(
  context: LegalContext,
  event: HarnessEvent,
  { expected, report }: { expected: number; report: (problem: string) => void },
): void {
  if (event.sequence !== expected)
    report(`sequence is ${event.sequence} and not ${expected}`);
  if (!event.eventId.endsWith(`_${event.sequence}`))
    report(`event id ${event.eventId} does not name its place`);
  if (context.eventIds.has(event.eventId))
    report(`event id ${event.eventId} was used before`);
  context.eventIds.add(event.eventId);
  context.sessionId ??= event.sessionId;
  if (event.sessionId !== context.sessionId)
    report(`is of another session, ${event.sessionId}`);
  const parsed = HarnessEventSchema.safeParse(event);
  if (parsed.success || !Object.hasOwn(EVENT_PAYLOADS, event.type)) return;
  for (const { path, message } of parsed.error.issues)
    report(`${path.join(".")} ${message}`);
}
