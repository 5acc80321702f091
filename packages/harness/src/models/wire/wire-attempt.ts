/**
 * One request to a provider, seen from below: it writes the secrets into the request, bounds every wait, and hands the
 * answer on in the form that the parser above reads without doubt. Why it failed is known here from status, structure
 * and bytes; nothing that a provider wrote into an error gets past this point.
 */
import type { ModelApi } from "@agent-studio/shared";
import type { ModelFetch } from "../model-fetch.ts";
import { AnthropicNormalizer } from "./anthropic-normalizer.ts";
import { AnswerBody } from "./answer-body.ts";
import { CompletionsNormalizer } from "./completions-normalizer.ts";
import { readErrorBody } from "./error-body.ts";
import { readRejection } from "./rejection.ts";
import { requestHeaders, type RequestSecrets } from "./request-headers.ts";
import { ResponsesNormalizer } from "./responses-normalizer.ts";
import { retryAfterMs } from "./retry-after.ts";
import type { WireLimits } from "./wire-limits.ts";
import type { ReportProblem, WireNormalizer } from "./wire-normalizer.ts";
import { readProviderError, type WireProblem } from "./wire-problem.ts";

export interface WireAttemptOptions {
  readonly api: ModelApi;
  /** Asked for at every request, as a key may be given while a run waits for a person. */
  readonly secrets: () => RequestSecrets;
  readonly fetch: ModelFetch;
  readonly limits: WireLimits;
  /** Wall clock, in milliseconds. */
  readonly wallClock: () => number;
}

export class WireAttempt {
  readonly #options: WireAttemptOptions;
  readonly #abort = new AbortController();
  #problem: WireProblem | undefined;

  constructor(options: WireAttemptOptions) {
    this.#options = options;
  }

  /** The first thing that went wrong. */
  get problem(): WireProblem | undefined {
    return this.#problem;
  }

  /** Sends the request; an answer that is no success comes back without its body. Rejects when there is none. */
  readonly fetch: ModelFetch = async (input, init) => {
    const { api, secrets, limits } = this.#options;
    let headers: Headers;
    try {
      headers = requestHeaders(api, init?.headers, secrets());
    } catch {
      return this.#fail({ kind: "bad_header" });
    }
    const given = init?.signal ?? undefined;
    const signal =
      given === undefined
        ? this.#abort.signal
        : AbortSignal.any([given, this.#abort.signal]);
    const timer = setTimeout(() => {
      this.#report({ kind: "silence" });
      this.#abort.abort();
    }, limits.firstByteMs);
    try {
      const response = await this.#options.fetch(input, {
        ...init,
        headers,
        signal,
        redirect: "error",
      });
      return await this.#answer(response, given);
    } catch (error) {
      given?.throwIfAborted();
      return this.#fail(readRejection(error, "unreachable"));
    } finally {
      clearTimeout(timer);
    }
  };

  readonly #report: ReportProblem = (problem) => {
    this.#problem ??= problem;
  };

  #fail(problem: WireProblem): never {
    this.#report(problem);
    throw new Error("The request to the model provider failed.");
  }

  async #answer(
    response: Response,
    given: AbortSignal | undefined,
  ): Promise<Response> {
    const { status } = response;
    if (status >= 300 && status < 400) return this.#fail({ kind: "redirect" });
    if (!response.ok) return this.#refusal(response);
    if (response.body === null) return this.#fail({ kind: "broke_off" });
    const body = new AnswerBody({
      source: response.body,
      normalizer: createNormalizer(this.#options.api, this.#report),
      isPage: /\bhtml\b/i.test(response.headers.get("content-type") ?? ""),
      limits: this.#options.limits,
      report: this.#report,
      problem: () => this.#problem,
      isStopped: () => given?.aborted === true,
      abort: () => this.#abort.abort(),
    });
    return new Response(body.stream(), {
      status: 200,
      headers: { "content-type": "text/event-stream" },
    });
  }

  async #refusal(response: Response): Promise<Response> {
    const { status, headers } = response;
    const body = await readErrorBody(response, this.#options.limits.idleMs);
    this.#report({
      kind: "status",
      status,
      error: readProviderError(body, status),
      retryAfterMs: retryAfterMs(headers, this.#options.wallClock()),
    });
    return Response.json({ error: { message: "failed" } }, { status });
  }
}

function createNormalizer(
  api: ModelApi,
  report: ReportProblem,
): WireNormalizer {
  switch (api) {
    case "anthropic-messages":
      return new AnthropicNormalizer(report);
    case "openai-responses":
      return new ResponsesNormalizer(report);
    case "openai-completions":
    case "demo":
      return new CompletionsNormalizer(report);
  }
}
