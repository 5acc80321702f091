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

const UNKNOWN: AgentFailure = {
  code: "PROVIDER_PROTOCOL",
  message:
    "The model's answer could not be read. Try again; if it happens again, check the model settings.",
  retryable: true,
};

/** Classifies an error message of Pi; anything unknown is a protocol failure. */
export function classifyProviderFailure(
  errorMessage: string | undefined,
): AgentFailure {
  const rule = RULES.find((candidate) =>
    candidate.pattern.test(errorMessage ?? ""),
  );
  return rule === undefined
    ? UNKNOWN
    : { code: rule.code, message: rule.message, retryable: rule.retryable };
}
