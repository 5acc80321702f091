/** Turns what a person entered into what the server takes, or says at which field it can't be. */
import type {
  ModelConnectionInput,
  ModelPreset,
  RedactedConnection,
} from "@agent-studio/shared";
import { filledBy, PRICE_FIELDS } from "./model-draft.ts";
import type { ModelDraft } from "./model-draft.ts";
import { droppedOrigin, needsKey, presetOf } from "./model-secrets.ts";

export type DraftField =
  Exclude<keyof ModelDraft, "presetId"> | "apiKey" | "headers";

export type DraftProblem =
  | "needed"
  | "too_long"
  | "count"
  | "price"
  | "price_pair"
  | "api_mismatch"
  | "key_needed"
  | "key_characters"
  | "header_name"
  | "header_value"
  | "header_twice"
  | "header_count";

export type DraftProblems = Readonly<Partial<Record<DraftField, DraftProblem>>>;

/** Read from their inputs for one request, and not kept. */
export interface DraftSecrets {
  readonly apiKey: string;
  readonly headers: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  /** The stored headers are to go, and none come in their place. */
  readonly forgetHeaders: boolean;
}

export interface DraftFacts {
  readonly draft: ModelDraft;
  readonly secrets: DraftSecrets;
  readonly presets: readonly ModelPreset[];
  readonly stored: RedactedConnection | null;
}

export type ReadDraft =
  | { readonly ok: true; readonly input: ModelConnectionInput }
  | { readonly ok: false; readonly problems: DraftProblems };

const TEXT_LIMITS = { providerId: 64, baseUrl: 2048, modelId: 200 } as const;
const COUNT_LIMITS = {
  contextWindow: 100_000_000,
  maxOutputTokens: 10_000_000,
} as const;
const KEY_LIMIT = 4096;
const HEADERS_LIMIT = 20;
const HEADER_NAME_LIMIT = 200;
const KEY = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;
const COUNT = /^\d+$/;
const PRICE = /^\d+(?:\.\d+)?$/;

/** The request for a draft, or the problem of each field that has one. */
export function readDraft(facts: DraftFacts): ReadDraft {
  const problems: DraftProblems = {
    ...textProblems(facts),
    ...numberProblems(facts.draft),
    ...keyProblem(facts),
    ...headersProblem(facts.secrets.headers),
  };
  return Object.keys(problems).length > 0
    ? { ok: false, problems }
    : { ok: true, input: inputOf(facts) };
}

function textProblems({ draft, presets }: DraftFacts): DraftProblems {
  const problems: Partial<Record<DraftField, DraftProblem>> = {};
  const preset = presetOf(draft, presets);
  for (const field of ["providerId", "baseUrl", "modelId"] as const) {
    const { length } = draft[field].trim();
    const hasDefault = field === "baseUrl" && preset?.baseUrl !== undefined;
    if (length === 0 && !hasDefault) problems[field] = "needed";
    if (length > TEXT_LIMITS[field]) problems[field] = "too_long";
  }
  const provider = presets.find(
    ({ providerId }) => providerId === draft.providerId.trim(),
  );
  if (provider !== undefined && provider.api !== draft.api)
    problems.api = "api_mismatch";
  return problems;
}

function numberProblems(draft: ModelDraft): DraftProblems {
  const problems: Partial<Record<DraftField, DraftProblem>> = {};
  for (const field of ["contextWindow", "maxOutputTokens"] as const) {
    const text = draft[field].trim();
    const isCount =
      COUNT.test(text) &&
      Number(text) >= 1 &&
      Number(text) <= COUNT_LIMITS[field];
    if (text !== "" && !isCount) problems[field] = "count";
  }
  const filled = PRICE_FIELDS.filter((field) => draft[field].trim() !== "");
  for (const field of filled)
    if (!PRICE.test(draft[field].trim())) problems[field] = "price";
  if (filled.length > 0)
    for (const field of ["priceInput", "priceOutput"] as const)
      if (!filled.includes(field)) problems[field] = "price_pair";
  return problems;
}

function keyProblem(facts: DraftFacts): DraftProblems {
  const { draft, presets, stored } = facts;
  const { apiKey } = facts.secrets;
  if (apiKey !== "") {
    if (apiKey.length > KEY_LIMIT) return { apiKey: "too_long" };
    return KEY.test(apiKey) ? {} : { apiKey: "key_characters" };
  }
  const staysKept =
    stored?.hasKey === true && droppedOrigin(stored, draft, presets) === null;
  const destination = { ...draft, baseUrl: draft.baseUrl.trim() };
  return needsKey(destination, presets) && !staysKept
    ? { apiKey: "key_needed" }
    : {};
}

function headersProblem(headers: DraftSecrets["headers"]): DraftProblems {
  if (headers.length > HEADERS_LIMIT) return { headers: "header_count" };
  const names = headers.map(({ name }) => name.trim().toLowerCase());
  if (names.some((name) => !HEADER_NAME.test(name)))
    return { headers: "header_name" };
  if (names.some((name) => name.length > HEADER_NAME_LIMIT))
    return { headers: "too_long" };
  if (new Set(names).size < names.length) return { headers: "header_twice" };
  return headers.every(({ value }) => value !== "" && HEADER_VALUE.test(value))
    ? {}
    : { headers: "header_value" };
}

function inputOf({
  draft,
  secrets,
  presets,
}: DraftFacts): ModelConnectionInput {
  const { api, supportsImages, reasoningEffort } = draft;
  const providerId = draft.providerId.trim();
  const baseUrl = draft.baseUrl.trim();
  const preset = filledBy(draft, presets);
  return {
    ...(preset === undefined ? {} : { presetId: preset.presetId }),
    providerId,
    api,
    ...(baseUrl === "" ? {} : { baseUrl }),
    modelId: draft.modelId.trim(),
    supportsImages,
    ...numbersOf(draft),
    ...(reasoningEffort === "" ? {} : { reasoningEffort }),
    ...(secrets.apiKey === "" ? {} : { apiKey: secrets.apiKey }),
    ...headersOf(secrets),
  };
}

function numbersOf(draft: ModelDraft): Partial<ModelConnectionInput> {
  const [contextWindow, maxOutputTokens, input, output, cacheRead, cacheWrite] =
    (["contextWindow", "maxOutputTokens", ...PRICE_FIELDS] as const).map(
      (field) => {
        const text = draft[field].trim();
        return text === "" ? undefined : Number(text);
      },
    );
  return {
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(input === undefined || output === undefined
      ? {}
      : {
          prices: {
            input,
            output,
            ...(cacheRead === undefined ? {} : { cacheRead }),
            ...(cacheWrite === undefined ? {} : { cacheWrite }),
          },
        }),
  };
}

/** Left out, the stored headers stay; an empty list makes them go. */
function headersOf(secrets: DraftSecrets): Partial<ModelConnectionInput> {
  if (secrets.headers.length === 0 && !secrets.forgetHeaders) return {};
  const entries = secrets.headers.map(
    ({ name, value }) => [name.trim(), value] as const,
  );
  return { headers: Object.fromEntries(entries) };
}
