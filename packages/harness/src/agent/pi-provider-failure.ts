/** Reads what a failed message of Pi says. Its text is ours; any other text is a defect of the answer and is not passed on. */
import {
  decodeFailure,
  describeProblem,
  type ProviderFailure,
} from "../models/provider-failure.ts";
import type { AgentFailure } from "./agent-session.ts";

/** The failure in an error message; a text that is not ours is an answer that could not be read, and is not tried again. */
export function readPiFailure(
  errorMessage: string | undefined,
): ProviderFailure {
  return (
    decodeFailure(errorMessage) ?? {
      ...describeProblem({ kind: "unreadable" }),
      again: false,
    }
  );
}

/** The failure as a run reports it. */
export function classifyProviderFailure(
  errorMessage: string | undefined,
): AgentFailure {
  const { code, message, retryable } = readPiFailure(errorMessage);
  return { code, message, retryable };
}
