import {
  Agent,
  fetch as sendRequest,
  type Response as ClientResponse,
} from "undici";
import { guardBody } from "./guarded-body.ts";
import { GuardedExchange } from "./guarded-exchange.ts";
import {
  GUARDED_FETCH_LIMITS,
  GuardedFetchError,
  type GuardedFetch,
  type GuardedFetchLimits,
} from "./guarded-fetch.ts";
import type { HostResolver } from "./host-resolver.ts";
import { NodeGuardedSockets } from "./node-guarded-socket.ts";
import { createNodeHostResolver } from "./node-host-resolver.ts";
import { createAddressJudge, type AddressJudge } from "./public-address.ts";
import { validateBaseUrl, type BaseUrlDecision } from "./validate-base-url.ts";

export interface GuardedFetchOptions {
  /** The origin of a base address; what is not allowed there makes every fetch reject with `refused`. */
  readonly origin: string;
  readonly allowedOrigins: readonly string[];
  /** The operating system's unless given. */
  readonly resolver?: HostResolver;
  /** In place of `GUARDED_FETCH_LIMITS`, one by one. */
  readonly limits?: Partial<GuardedFetchLimits>;
  /** In place of the judge of real addresses; for tests over loopback. */
  readonly judge?: AddressJudge;
  /** Certificates to trust in place of those of Node, in PEM. */
  readonly ca?: string;
}

const CONNECTIONS = 8;
const REUSE_MS = 15_000;

/** A guarded fetch with an agent of its own. Never throws; close it when the connection is no longer used. */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { fetch, close } = new NodeGuardedFetch(options);
  return { fetch, close };
}

class NodeGuardedFetch implements GuardedFetch {
  readonly #target: BaseUrlDecision;
  readonly #limits: GuardedFetchLimits;
  readonly #sockets: NodeGuardedSockets;
  readonly #agent: Agent;
  #closed: Promise<void> | undefined;

  constructor(options: GuardedFetchOptions) {
    const { origin, allowedOrigins, ca } = options;
    const resolver = options.resolver ?? createNodeHostResolver();
    const limits = { ...GUARDED_FETCH_LIMITS, ...options.limits };
    // Any api will do: only the origin counts here.
    this.#target = validateBaseUrl(origin, "openai-completions", {
      allowedOrigins,
    });
    this.#limits = limits;
    this.#sockets = new NodeGuardedSockets({
      resolver,
      judge: options.judge ?? createAddressJudge(() => resolver.ownAddresses()),
      listed: this.#target.ok && this.#target.listed,
      limits,
      ca,
    });
    this.#agent = new Agent({
      connect: this.#sockets.connect,
      connections: CONNECTIONS,
      maxOrigins: 1,
      allowH2: false,
      keepAliveTimeout: REUSE_MS,
      keepAliveMaxTimeout: REUSE_MS,
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.idleMs,
      maxResponseSize: limits.bodyBytes,
    });
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    this.#judgeUrl(url);
    const caller =
      init?.signal ?? (input instanceof Request ? input.signal : undefined);
    caller?.throwIfAborted();
    const exchange = new GuardedExchange(caller, this.#limits.totalMs);
    try {
      const response = await this.#send(new Request(input, init), exchange);
      return this.#toResponse(response, exchange);
    } catch (error) {
      exchange.end();
      throw exchange.toFailure(error);
    }
  };

  readonly close = (): Promise<void> => {
    this.#closed ??= this.#close();
    return this.#closed;
  };

  async #close(): Promise<void> {
    await this.#agent.destroy(new GuardedFetchError("closed"));
    await this.#sockets.close();
  }

  #judgeUrl(text: string): void {
    if (this.#closed !== undefined) throw new GuardedFetchError("closed");
    const target = this.#target;
    if (!target.ok)
      throw new GuardedFetchError("refused", { reason: target.reason });
    const url = URL.parse(text);
    const isOwn =
      url?.origin === target.origin && url.username + url.password === "";
    if (!isOwn) throw new GuardedFetchError("refused");
  }

  /** The body goes out whole, so that it has a length; `host` would move the request to another site of the address. */
  async #send(
    request: Request,
    { signal }: GuardedExchange,
  ): Promise<ClientResponse> {
    const hasBody = request.body !== null;
    const headers = [...request.headers].filter(([name]) => name !== "host");
    const response = await sendRequest(request.url, {
      method: request.method,
      headers,
      ...(hasBody ? { body: await request.arrayBuffer() } : {}),
      signal,
      dispatcher: this.#agent,
      // Not `error`, which hides the status. A redirect is never followed either way.
      redirect: "manual",
    });
    const { status } = response;
    const isRedirect =
      response.type === "opaqueredirect" || (status >= 300 && status < 400);
    if (!isRedirect) return response;
    await response.body?.cancel();
    throw new GuardedFetchError("redirect", { status });
  }

  #toResponse(response: ClientResponse, exchange: GuardedExchange): Response {
    const { body, status, statusText } = response;
    const onEnd = (): void => {
      exchange.end();
    };
    if (body === null) onEnd();
    const guarded =
      body === null
        ? null
        : guardBody(body, {
            maxBytes: this.#limits.decompressedBytes,
            toFailure: (error) => exchange.toFailure(error),
            onEnd,
          });
    return new Response(guarded, {
      status,
      statusText,
      headers: [...response.headers],
    });
  }
}
