import type { Approval } from "@agent-studio/shared";
import type { Decision, Verb } from "../../client/session-commands.ts";
import { useSession } from "../session-context.tsx";
import { useCellPart } from "../use-cell.ts";

export interface DecisionInHand {
  readonly decision: Decision | undefined;
  /** From the click until the event, or until it failed in a way that can be tried again. */
  readonly isClosed: boolean;
  readonly decide: (
    verb: Verb,
    more?: {
      readonly reason?: string;
      readonly args?: Readonly<Record<string, unknown>>;
    },
  ) => void;
}

/** Decides on one approval, always on the arguments that were shown. */
export function useDecision({
  approvalId,
  argsDigest,
}: Approval): DecisionInHand {
  const { commands } = useSession();
  const decision = useCellPart(commands.view, (view) =>
    view.decisions.get(approvalId),
  );
  const isClosed =
    decision !== undefined &&
    (decision.status !== "failed" ||
      decision.failure?.code === "APPROVAL_ALREADY_RESOLVED");
  return {
    decision,
    isClosed,
    decide: (verb, more = {}) =>
      void commands.decide({ approvalId, argsDigest, verb, ...more }),
  };
}
