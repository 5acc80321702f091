/**
 * Tries a connection once: the smallest request that its api takes, bounded in time, with nothing of the answer kept.
 * It tells a wrong key, address or model, a network that does not answer, and a refusal of the guard apart.
 */
import type {
  ModelApi,
  ModelTestResult,
  RedactedConnection,
} from "@agent-studio/shared";
import type { OpenModelFetch } from "./model-fetch.ts";
import { MODEL_PRESETS } from "./model-presets.ts";
import { providerAddress } from "./provider-address.ts";
import { describeProblem } from "./provider-failure.ts";
import type { ResolvedConnection } from "./resolved-connection.ts";
import { readErrorBody } from "./wire/error-body.ts";
import { isRecord } from "./wire/json-record.ts";
import { readRejection } from "./wire/rejection.ts";
import { requestHeaders } from "./wire/request-headers.ts";
import { readProviderError, type WireProblem } from "./wire/wire-problem.ts";

/** How long the whole test may take, in milliseconds. */
export const TEST_LIMIT_MS = 10_000;
/** The smallest output that every provider takes (OpenAI's responses ask for 16). */
const TEST_OUTPUT_TOKENS = 16;

export interface TestConnectionOptions {
  readonly resolved: ResolvedConnection;
  readonly openFetch: OpenModelFetch;
  /** Whoever asked has left. */
  readonly signal: AbortSignal;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  readonly limitMs?: number;
}

/** Never rejects; a test that fails is its result. */
export async function testConnection(
  options: TestConnectionOptions,
): Promise<ModelTestResult> {
  const { resolved, openFetch, now, limitMs = TEST_LIMIT_MS } = options;
  const { connection } = resolved;
  const started = now();
  const lasted = (): number => Math.round(now() - started);
  if (connection.api === "demo") {
    const message = "The demo model is built in and ready.";
    return { status: "ok", message, durationMs: lasted() };
  }
  if (wantsKey(resolved)) {
    const message =
      "Without a key this provider answers nothing, so it was not asked. Enter the key, then test again.";
    return { status: "deferred", message, durationMs: lasted() };
  }
  const signal = AbortSignal.any([
    options.signal,
    AbortSignal.timeout(limitMs),
  ]);
  const opened = openFetch(connection);
  try {
    const problem = await tryOnce(resolved, opened.fetch, signal);
    return toResult(problem, lasted());
  } finally {
    await opened.close();
  }
}

async function tryOnce(
  { connection, headers, apiKey }: ResolvedConnection,
  send: typeof fetch,
  signal: AbortSignal,
): Promise<WireProblem | undefined> {
  const { api } = connection;
  const given = { "content-type": "application/json" };
  const secrets = { headers, ...(apiKey === undefined ? {} : { apiKey }) };
  let written: Headers;
  try {
    written = requestHeaders(api, given, secrets);
  } catch {
    return { kind: "bad_header" };
  }
  if (connection.api === "anthropic-messages")
    written.set("anthropic-version", "2023-06-01");
  try {
    const { path, body } = smallestRequest(connection);
    const response = await send(`${providerAddress(connection) ?? ""}${path}`, {
      method: "POST",
      headers: written,
      body: JSON.stringify(body),
      redirect: "error",
      signal,
    });
    const problem = await judge(response, connection.api);
    // Half an answer looks like one that can't be read.
    const isCut = response.ok && signal.aborted;
    return isCut ? { kind: "silence" } : problem;
  } catch (error) {
    if (signal.aborted) return { kind: "silence" };
    return readRejection(error, "unreachable");
  }
}

async function judge(
  response: Response,
  api: ModelApi,
): Promise<WireProblem | undefined> {
  const body = await readErrorBody(response, TEST_LIMIT_MS);
  if (!response.ok) {
    const { status } = response;
    const error = readProviderError(body, status);
    return { kind: "status", status, error, retryAfterMs: undefined };
  }
  if (!isRecord(body)) {
    const type = response.headers.get("content-type") ?? "";
    return { kind: type.includes("html") ? "web_page" : "unreadable" };
  }
  if (isError(body))
    return { kind: "error_event", error: readProviderError(body, undefined) };
  return isAnswer(body, api) ? undefined : { kind: "unreadable" };
}

/** An answer of the responses api has a field for the error that it did not have. */
function isError(body: Readonly<Record<string, unknown>>): boolean {
  const { error, type } = body;
  return type === "error" || (error !== undefined && error !== null);
}

/** Some other service may answer anything with status 200. */
function isAnswer(
  body: Readonly<Record<string, unknown>>,
  api: ModelApi,
): boolean {
  switch (api) {
    case "anthropic-messages":
      return Array.isArray(body["content"]);
    case "openai-responses":
      return Array.isArray(body["output"]);
    case "openai-completions":
    case "demo":
      return Array.isArray(body["choices"]);
  }
}

/** Whether this is a known provider, at its own address, that takes no request without a key. */
function wantsKey({
  connection,
  apiKey,
  headers,
}: ResolvedConnection): boolean {
  if (apiKey !== undefined || Object.keys(headers).length > 0) return false;
  const address = providerAddress(connection);
  return MODEL_PRESETS.some(
    ({ providerId, needsApiKey, baseUrl }) =>
      providerId === connection.providerId &&
      needsApiKey &&
      address !== undefined &&
      baseUrl !== undefined &&
      new URL(baseUrl).origin === new URL(address).origin,
  );
}

function smallestRequest(connection: RedactedConnection): {
  readonly path: string;
  readonly body: unknown;
} {
  const model = connection.modelId;
  const messages = [{ role: "user", content: "Say ok." }];
  switch (connection.api) {
    case "anthropic-messages":
      return {
        path: "/v1/messages",
        body: { model, messages, max_tokens: TEST_OUTPUT_TOKENS },
      };
    case "openai-responses":
      return {
        path: "/responses",
        body: {
          model,
          input: "Say ok.",
          max_output_tokens: TEST_OUTPUT_TOKENS,
          store: false,
        },
      };
    case "openai-completions":
    case "demo":
      return { path: "/chat/completions", body: { model, messages } };
  }
}

function toResult(
  problem: WireProblem | undefined,
  durationMs: number,
): ModelTestResult {
  if (problem === undefined) {
    const message = "The model answered. The connection works.";
    return { status: "ok", message, durationMs };
  }
  const { code, message } = describeProblem(problem);
  return { status: "failed", code, message, durationMs };
}
