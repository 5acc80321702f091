/** The text of a produced file, for a look at it. */
import { ROUTES } from "@agent-studio/shared";
import { addressOf, failureOf } from "./api-client.ts";
import type { Fetch } from "./api-client.ts";
import { ApiFailure, asFailure } from "./api-failure.ts";

/** Longer files are for a tab of their own. */
export const PREVIEW_LIMIT_BYTES = 512 * 1024;

/** Whether a file of this type can be looked at as text. */
export function isReadable(mediaType: string): boolean {
  return /^(?:text\/|application\/(?:json|jsonl|xml|yaml)\b)/.test(mediaType);
}

export function isMarkdown(mediaType: string): boolean {
  return /^text\/markdown\b/.test(mediaType);
}

/** Resolves with the whole text; rejects with `ApiFailure`, or with the signal's reason when it aborts. */
export function createArtifactReader(options: {
  readonly fetch: Fetch;
}): (sessionId: string, name: string, signal: AbortSignal) => Promise<string> {
  return async (sessionId, name, signal) => {
    const address = addressOf(ROUTES.getArtifact, { sessionId, name });
    try {
      const response = await options.fetch(address, { method: "GET", signal });
      if (!response.ok) throw await failureOf(response);
      return await response.text();
    } catch (error) {
      if (signal.aborted || error instanceof ApiFailure) throw error;
      const { message } = asFailure(error);
      throw new ApiFailure({ code: "NETWORK_FAILED", message, status: 0 });
    }
  };
}
