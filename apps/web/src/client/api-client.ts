/** Calls of the HTTP routes, typed and checked by the route contracts. */
import { ApiErrorSchema, ROUTES } from "@agent-studio/shared";
import type { RouteContract, RouteName } from "@agent-studio/shared";
import { ApiFailure } from "./api-failure.ts";

type Contract<N extends RouteName> = (typeof ROUTES)[N];
type Success<N extends RouteName> = Contract<N>["success"];
/** What a schema takes and gives; the schemas' own library is no part of the browser's code. */
interface Schema {
  readonly _zod: { readonly input: unknown; readonly output: unknown };
}
type Answer<C> = C extends Schema ? C["_zod"]["output"] : undefined;
export type ResultOf<N extends RouteName> = Answer<
  Success<N>[keyof Success<N>]
>;

type Part<C, K extends "params" | "query" | "body"> = C extends {
  readonly [P in K]: infer S extends Schema;
}
  ? { readonly [P in K]: S["_zod"]["input"] }
  : { readonly [P in K]?: undefined };
export type CallInput<N extends RouteName> = Part<Contract<N>, "params"> &
  Partial<Part<Contract<N>, "query">> &
  Part<Contract<N>, "body"> & {
    readonly signal?: AbortSignal | undefined;
    /** The request goes on when the page is left. */
    readonly keepalive?: boolean;
  };

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ApiClient {
  /** The answer's body; rejects with `ApiFailure`, or with the signal's reason when it aborts. Waits 30 s at most. */
  call<N extends RouteName>(name: N, input: CallInput<N>): Promise<ResultOf<N>>;
}

const ANSWER_LIMIT_MS = 30_000;

/** A client over any `fetch`; addresses are relative, so it talks to the page's own origin. */
export function createApiClient(options: { readonly fetch: Fetch }): ApiClient {
  return {
    async call(name, input) {
      const route: RouteContract = ROUTES[name];
      const response = await request(options.fetch, route, input);
      if (!response.ok) throw await failureOf(response);
      return (await readAnswer(route, response)) as ResultOf<typeof name>;
    },
  };
}

interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean;
}

async function request(
  fetch: Fetch,
  route: RouteContract,
  input: LooseInput,
): Promise<Response> {
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const signal =
    input.signal === undefined ? limit : AbortSignal.any([input.signal, limit]);
  try {
    return await fetch(addressOf(route, input.params, input.query), {
      method: route.method,
      signal,
      ...(input.keepalive === true ? { keepalive: true } : {}),
      ...(route.body === undefined
        ? {}
        : {
            headers: { "content-type": "application/json" },
            body: JSON.stringify(input.body ?? {}),
          }),
    });
  } catch (error) {
    if (input.signal?.aborted === true) throw error;
    throw new ApiFailure({
      code: "NETWORK_FAILED",
      message: "The server did not answer.",
      status: 0,
    });
  }
}

/** The path of a route with its parameters and query filled in, each escaped. */
export function addressOf(
  route: Pick<RouteContract, "path">,
  params: unknown,
  query?: unknown,
): string {
  const values = new Map(Object.entries(params ?? {}));
  const path = route.path.replace(/:([A-Za-z]+)/g, (_, key: string) =>
    encodeURIComponent(String(values.get(key))),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(key, String(value));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** The failure that an answer other than 2xx stands for. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const retryAfter = Number(response.headers.get("retry-after"));
  const retryAfterMs = retryAfter > 0 ? retryAfter * 1000 : undefined;
  const parsed = ApiErrorSchema.safeParse(await jsonOf(response));
  if (!parsed.success) {
    return new ApiFailure({
      code: "RESPONSE_UNREADABLE",
      message: `The server answered ${response.status}.`,
      status: response.status,
      retryAfterMs,
    });
  }
  const { code, message, details } = parsed.data.error;
  return new ApiFailure({
    code,
    message,
    details,
    status: response.status,
    retryAfterMs,
  });
}

async function readAnswer(
  route: RouteContract,
  response: Response,
): Promise<unknown> {
  const contract = route.success[response.status];
  if (contract === "empty") return undefined;
  if (contract !== undefined && "safeParse" in contract) {
    const parsed = contract.safeParse(await jsonOf(response));
    if (parsed.success) return parsed.data;
  }
  throw new ApiFailure({
    code: "RESPONSE_UNREADABLE",
    message: `The answer to ${route.method} ${route.path} is not of this protocol.`,
    status: response.status,
  });
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
