import { APPROVALS_EN } from "../../texts/approvals-en.ts";
import type { ApprovalKey } from "../../texts/approvals-en.ts";
import type { ArgumentProblem } from "../../client/read-arguments.ts";
import type { ApprovalText } from "../approvals/use-approval-texts.ts";

/** What is wrong with an argument, in the language that is chosen; in the server's words where the rule has none of ours. */
export function problemText(a: ApprovalText, problem: ArgumentProblem): string {
  const { rule, limit, message } = problem;
  const key = `rule.${rule}`;
  return isKey(key)
    ? a(key, { limit: limit ?? "" })
    : a("rule.other", { message: message ?? rule });
}

function isKey(key: string): key is ApprovalKey {
  return Object.hasOwn(APPROVALS_EN, key) && key !== "rule.other";
}
