/** One spelling for the base address of a model: what people paste ends in slashes, in `/v1/v1` or in a whole endpoint. */
import type { ModelApi } from "@agent-studio/shared";

export type RemoteModelApi = Exclude<ModelApi, "demo">;

const ENDPOINT =
  /\/(?:chat\/completions|completions|responses|messages(?:\/count_tokens)?|embeddings)$/i;
const MODEL_LIST = /(\/v1)\/models$/i;
const DOUBLED_V1 = /(?:\/v1){2,}(?=\/|$)/gi;
const TRAILING_V1 = /(?:\/v1)+$/i;
const VERSION_SEGMENT = /\/v\d+(?:\.\d+)?(?:alpha|beta)?\d*(?=\/|$)/i;

/** Where services are known to keep their versions; other paths without a version are complete as documented. */
const HOLDS_VERSIONS = /^$|\/(?:api|openai)$/i;

/**
 * The path of the base address for `api`, without a slash at its end; the same again for its own result. OpenAI's clients
 * append `/responses` or `/chat/completions` to it, Anthropic's append `/v1/messages`.
 */
export function normalizeBasePath(
  pathname: string,
  api: RemoteModelApi,
): string {
  let base = pathname;
  for (let before = ""; before !== base;) {
    before = base;
    base = withoutSlashes(base)
      .replace(ENDPOINT, "")
      .replace(MODEL_LIST, "$1")
      .replace(DOUBLED_V1, "/v1");
    if (api === "anthropic-messages") base = base.replace(TRAILING_V1, "");
  }
  const isMissing =
    api !== "anthropic-messages" &&
    !VERSION_SEGMENT.test(base) &&
    HOLDS_VERSIONS.test(base);
  return isMissing ? `${base}/v1` : base;
}

function withoutSlashes(path: string): string {
  return path.replace(/\/+$/, "");
}
