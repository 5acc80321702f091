/** Which policy a call has: decided from the tool's name and its validated arguments, never from what a model or a tool says of itself. */
import type { JsonObject, ToolEffect, ToolPolicy } from "@agent-studio/shared";

const DEFAULT_POLICY: Readonly<Record<ToolEffect, ToolPolicy>> = {
  read: "allow",
  propose: "allow",
  write: "ask",
  send: "always_ask",
};
const STRICTNESS: Readonly<Record<ToolPolicy, number>> = {
  allow: 0,
  ask: 1,
  always_ask: 2,
  deny: 3,
};

/** The stricter of two policies; one that is unknown denies. */
export function stricter(a: ToolPolicy, b: ToolPolicy | undefined): ToolPolicy {
  if (b === undefined) return a;
  if (!Object.hasOwn(STRICTNESS, b)) return "deny";
  return STRICTNESS[b] > STRICTNESS[a] ? b : a;
}

export interface PolicyRules {
  /** By exact tool name; own properties only. */
  readonly policies?: Readonly<Record<string, ToolPolicy>>;
  /** On the validated arguments. A rule that throws denies. */
  readonly policy?: (
    toolName: string,
    args: JsonObject,
  ) => ToolPolicy | undefined;
}

interface PolicyTool {
  readonly name: string;
  readonly effect: ToolEffect;
}

/** The policy of a tool's name: what `tool.requested` and `/api/labs` show. An unknown tool is denied. */
export function decideToolPolicy(
  tool: PolicyTool | undefined,
  rules: PolicyRules,
): ToolPolicy {
  if (tool === undefined) return "deny";
  const own =
    rules.policies !== undefined && Object.hasOwn(rules.policies, tool.name)
      ? rules.policies[tool.name]
      : undefined;
  return Object.hasOwn(DEFAULT_POLICY, tool.effect)
    ? stricter(DEFAULT_POLICY[tool.effect], own)
    : "deny";
}

/** The policy of one call: a rule on the arguments may only make it stricter. */
export function decideCallPolicy(
  tool: PolicyTool | undefined,
  args: JsonObject,
  rules: PolicyRules,
): ToolPolicy {
  const named = decideToolPolicy(tool, rules);
  if (tool === undefined || rules.policy === undefined) return named;
  try {
    return stricter(named, rules.policy(tool.name, args));
  } catch {
    return "deny";
  }
}
