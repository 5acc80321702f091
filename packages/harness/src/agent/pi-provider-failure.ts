/** Turns Pi's error texts into codes of the closed set. The provider's raw text is looked at, never passed on. */
import type { ErrorCode } from "@agent-studio/shared";
import type { AgentFailure } from "./agent-session.ts";

interface FailureRule {
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

// Order matters: the first rule that matches decides. Status codes come first in Pi's texts ("401: …").
const RULES: readonly FailureRule[] = [
  {
    pattern: /^40[13]\b/,
    code: "PROVIDER_AUTH",
    message:
      "The model provider refused the key. Check the key in the model settings.",
    retryable: false,
  },
  {
    pattern: /^429\b|rate.?limit|too many requests/i,
    code: "PROVIDER_RATE_LIMIT",
    message:
      "The model provider is limiting requests. Wait a moment and try again.",
    retryable: true,
  },
  {
    pattern:
      /context.{0,20}(length|window|overflow)|too many tokens|prompt is too long/i,
    code: "CONTEXT_OVERFLOW",
    message:
      "The conversation is too long for this model. Start a new session or choose a model with a larger context.",
    retryable: false,
  },
  {
    pattern: /content_filter|refused/i,
    code: "PROVIDER_REFUSED",
    message:
      "The model provider refused to answer this. Change the message and try again.",
    retryable: false,
  },
  {
    pattern: /^(400|404|405|413|415|422)\b/,
    code: "PROVIDER_PROTOCOL",
    message:
      "The model provider did not accept the request. Check the address and the model's name in the model settings.",
    retryable: false,
  },
  {
    pattern:
      /^(408|5\d\d)\b|connection error|terminated|timeout|overloaded|econn|enotfound|socket/i,
    code: "PROVIDER_UNAVAILABLE",
    message: "The model provider could not be reached or broke off. Try again.",
    retryable: true,
  },
];

const UNAVAILABLE = "PROVIDER_UNAVAILABLE";
/** Characters at the beginning of an error in which its status is. */
const STATUS_WITHIN = 40;

const UNKNOWN: AgentFailure = {
  code: "PROVIDER_PROTOCOL",
  message:
    "The model's answer could not be read. Try again; if it happens again, check the model settings.",
  retryable: true,
};

/** What `toPiErrorMessage` wrote: the place of the rule, or of none. */
const WRITTEN = /failure #(-?\d+)$/;

/** Classifies an error message of a provider, or what `toPiErrorMessage` made of it; anything unknown is a protocol failure. */
export function classifyProviderFailure(
  errorMessage: string | undefined,
): AgentFailure {
  const rule = RULES[ruleOf(errorMessage ?? "")];
  return rule === undefined
    ? UNKNOWN
    : { code: rule.code, message: rule.message, retryable: rule.retryable };
}

/**
 * The message that Pi gets instead of the provider's. Pi decides by words in it whether to try again, and a refusal that
 * quotes "overloaded" would be sent again; so only what may be tried again has such words, and nothing raw is kept.
 */
export function toPiErrorMessage(
  errorMessage: string | undefined,
  isInTime: boolean,
): string {
  const text = errorMessage ?? "";
  const failure = `failure #${ruleOf(text)}`;
  return isInTime && isTransient(text) ? `network error, ${failure}` : failure;
}

function ruleOf(text: string): number {
  const written = WRITTEN.exec(text)?.[1];
  return written === undefined
    ? RULES.findIndex(({ pattern }) => pattern.test(text))
    : Number(written);
}

/** A 4xx other than 408 and 429 stays what it is, and so does an account without money. */
function isTransient(text: string): boolean {
  if (/quota|billing|balance|budget/i.test(text)) return false;
  const status = /(?<![a-z0-9])[45]\d\d(?![a-z0-9])/i.exec(
    text.slice(0, STATUS_WITHIN),
  )?.[0];
  if (status?.startsWith("4") === true)
    return status === "408" || status === "429";
  return (
    status !== undefined || classifyProviderFailure(text).code === UNAVAILABLE
  );
}
