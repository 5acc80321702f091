import {
  BaseUrlRefusalDetailsSchema,
  baseUrlRefusalText,
} from "@agent-studio/shared";
import type { BaseUrlRefusalDetails, Locale } from "@agent-studio/shared";
import type { ApiFailure } from "../../client/api-failure.ts";
import type {
  DraftField,
  DraftProblem,
} from "../../client/model-draft-check.ts";
import type { SettingsText } from "./use-settings-texts.ts";

/** What is wrong at a field: found here, or by the server. Kept apart from its words, since the language may change. */
export type FormProblem =
  DraftProblem | "header_refused" | { readonly refusal: BaseUrlRefusalDetails };

export type FormProblems = Readonly<Partial<Record<DraftField, FormProblem>>>;

/** The fields that a refusal of the server is about; none when it is about the whole. */
export function problemsOfFailure(
  failure: ApiFailure,
  hasHeaders: boolean,
): FormProblems {
  if (failure.code === "BASE_URL_NOT_ALLOWED") {
    const parsed = BaseUrlRefusalDetailsSchema.safeParse(failure.details);
    return parsed.success ? { baseUrl: { refusal: parsed.data } } : {};
  }
  // Everything else that makes a configuration invalid is found before it is sent.
  return failure.code === "MODEL_CONFIG_INVALID" && hasHeaders
    ? { headers: "header_refused" }
    : {};
}

/** The problem in words. */
export function problemText(
  problem: FormProblem | undefined,
  text: SettingsText,
  locale: Locale,
): string | undefined {
  if (problem === undefined) return undefined;
  return typeof problem === "string"
    ? text(`problem.${problem}`)
    : baseUrlRefusalText(problem.refusal, locale);
}
