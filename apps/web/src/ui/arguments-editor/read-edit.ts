import { ArgumentIssuesSchema } from "@agent-studio/shared";
import type { ApiFailure } from "../../client/api-failure.ts";
import type { ArgumentsDraft } from "../../client/approval-drafts.ts";
import { readArgumentsText, readField } from "../../client/read-arguments.ts";
import type {
  ArgumentProblem,
  ReadArguments,
} from "../../client/read-arguments.ts";

/** What a person's changes come to, with what is wrong in them as far as the schema tells. */
export function readEdit(edit: ArgumentsDraft, schema: unknown): ReadArguments {
  return edit.mode === "json"
    ? readArgumentsText(edit.json, schema)
    : readField(edit.field);
}

/** What the server found wrong with the changes, field by field; about the whole where it named no field. */
export function refusedProblems({
  details,
  message,
}: ApiFailure): readonly ArgumentProblem[] {
  const issues = ArgumentIssuesSchema.safeParse(details).data?.issues ?? [];
  if (issues.length === 0) return [{ path: "", rule: "other", message }];
  return issues.map(({ path, rule, limit, message: sentence }) => ({
    path,
    rule,
    message: sentence,
    ...(limit === undefined ? {} : { limit }),
  }));
}
