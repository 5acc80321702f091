/** The promises of the protocol about a whole log, numbered, each checked on its own. */
import type { HarnessEvent } from "./event.ts";
import { APPROVAL_INVARIANTS } from "./invariants/approval-invariants.ts";
import { ATTACHMENT_INVARIANTS } from "./invariants/attachment-invariants.ts";
import { CALL_INVARIANTS } from "./invariants/call-invariants.ts";
import { ENVELOPE_INVARIANTS } from "./invariants/envelope-invariants.ts";
import type { Breach, Invariant } from "./invariants/invariant.ts";
import { MESSAGE_INVARIANTS } from "./invariants/message-invariants.ts";
import { RUN_INVARIANTS } from "./invariants/run-invariants.ts";

/** Every promise, by number. */
export const LOG_INVARIANTS: readonly Invariant[] = [
  ...ENVELOPE_INVARIANTS,
  ...RUN_INVARIANTS,
  ...MESSAGE_INVARIANTS,
  ...CALL_INVARIANTS,
  ...APPROVAL_INVARIANTS,
  ...ATTACHMENT_INVARIANTS,
];

export interface LogBreach extends Breach {
  /** The number of the invariant. */
  readonly invariant: string;
}

/**
 * Every breach of the protocol's promises in a log that starts at sequence 1, ordered by invariant. Empty for a log that
 * keeps all of them; a log that stops in the middle of a run keeps them too. Costs linear time and never throws on
 * events that have the shape of the protocol.
 */
export function verifyLog(
  events: readonly HarnessEvent[],
): readonly LogBreach[] {
  return LOG_INVARIANTS.flatMap(({ id, check }) =>
    check(events).map((found) => ({ invariant: id, ...found })),
  );
}
