/** What went wrong between us and a provider, as far as bytes, status and structure tell. No raw text of a provider is in it. */
import { isRecord, recordAt, textAt } from "./json-record.ts";

export type ErrorSubject =
  "context" | "image" | "key" | "model" | "policy" | "quota";

/** The structured part of a provider's error: what kind it says that it is. */
export interface ProviderError {
  /** Of the response, or the number that the error itself names. */
  readonly status: number | undefined;
  /** `type` and `code` of the error, in lower case, as far as they are identifiers. */
  readonly kinds: readonly string[];
  /** What its sentence is about, read from it and then forgotten. */
  readonly about: ErrorSubject | undefined;
}

export type WireProblem =
  /** No answer: connection refused, no such host, broken before the headers. */
  | { readonly kind: "unreachable" }
  /** The guard of addresses refused the connection. */
  | { readonly kind: "refused_address" }
  | { readonly kind: "redirect" }
  /** A key or header value that no header can carry. */
  | { readonly kind: "bad_header" }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly error: ProviderError;
      readonly retryAfterMs: number | undefined;
    }
  /** An error inside an answer that began well. */
  | { readonly kind: "error_event"; readonly error: ProviderError }
  | { readonly kind: "web_page" }
  /** Neither a stream nor anything else that can be read. */
  | { readonly kind: "unreadable" }
  | { readonly kind: "silence" }
  /** The connection broke, or the stream ended before the answer did. */
  | { readonly kind: "broke_off" }
  | { readonly kind: "too_large" }
  /** The provider's filter or the model itself refused. */
  | { readonly kind: "refused" }
  | { readonly kind: "missing_call" };

/** The structure of an error body or of an error event; reads the sentence only to learn what it is about. */
export function readProviderError(
  value: unknown,
  status: number | undefined,
): ProviderError {
  const root = isRecord(value) ? value : {};
  const nested = recordAt(root, "error") ?? root;
  const code = nested["code"] ?? root["code"];
  const numeric = toStatus(code) ?? toStatus(nested["status"]);
  const kinds = [nested["type"], code, nested["status"], nested["reason"]]
    .filter((kind) => typeof kind === "string")
    .map((kind) => kind.toLowerCase())
    .filter((kind) => /^[a-z0-9_.\-:]{1,80}$/.test(kind));
  const sentence =
    textAt(nested, "message") ??
    textAt(root, "message") ??
    (typeof root["error"] === "string" ? root["error"] : "");
  return {
    status: status ?? numeric,
    kinds,
    about: aboutKinds(kinds) ?? aboutSentence(sentence),
  };
}

const ABOUT: readonly (readonly [ErrorSubject, RegExp, RegExp])[] = [
  [
    "image",
    /image|media_type/,
    /\bimages?\b|image_url|input_image|multi-?modal|\bvision\b|\bmmproj\b/i,
  ],
  [
    "context",
    /context_length|context_window|request_too_large|string_above_max_length/,
    /context.{0,30}(length|window|size|limit)|maximum.{0,20}tokens|too many (input )?tokens|(prompt|input|request).{0,30}too (long|large)|exceeds?.{0,40}(context|token limit)/i,
  ],
  [
    "quota",
    /insufficient_quota|billing|credit|payment_required|balance/,
    /insufficient.{0,20}(quota|balance|credit)|exceeded your current quota|billing|payment required/i,
  ],
  [
    "key",
    /api_key|authentication|unauthenticated|unauthorized|permission/,
    /(api|access).?key|unauthori[sz]ed|authentication/i,
  ],
  [
    "policy",
    /content_(filter|policy)|moderation|safety|refus/,
    /content (filter|policy|management)|moderation/i,
  ],
  [
    "model",
    /model_not_found|model_not_supported|unknown_model|invalid_model/,
    /model.{0,80}(not (found|exist|support)|does ?n.t exist|unknown|unavailable)|no such model/i,
  ],
];

function aboutKinds(kinds: readonly string[]): ProviderError["about"] {
  return ABOUT.find(([, pattern]) =>
    kinds.some((kind) => pattern.test(kind)),
  )?.[0];
}

function aboutSentence(sentence: string): ProviderError["about"] {
  const looked = sentence.slice(0, 4096);
  return ABOUT.find(([, , pattern]) => pattern.test(looked))?.[0];
}

function toStatus(value: unknown): number | undefined {
  const number =
    typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && number >= 400 && number < 600
    ? number
    : undefined;
}
