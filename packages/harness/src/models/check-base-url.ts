import type { HostResolver } from "./host-resolver.ts";
import { DNS_LIMIT_MS, judgeHost } from "./judge-host.ts";
import type { RemoteModelApi } from "./normalize-base-url.ts";
import { createAddressJudge, type AddressJudge } from "./public-address.ts";
import {
  refuseBaseUrl,
  validateBaseUrl,
  type BaseUrlDecision,
  type BaseUrlOptions,
} from "./validate-base-url.ts";

export interface CheckBaseUrlOptions extends BaseUrlOptions {
  readonly resolver: HostResolver;
  readonly signal?: AbortSignal | undefined;
  /** How long a name may take to resolve; 3 s unless given. */
  readonly dnsMs?: number;
  /** In place of the judge of real addresses; for tests over loopback. */
  readonly judge?: AddressJudge;
  /**
   * What becomes of a name that does not resolve now: refused unless `accept`. Accepting is no hole, since every socket
   * asks and judges again; it lets a connection be entered while the network is down.
   */
  readonly unresolved?: "refuse" | "accept";
}

/** The whole check when a connection is configured. Rejects only with the reason of `signal`. */
export async function checkBaseUrl(
  raw: string,
  api: RemoteModelApi,
  options: CheckBaseUrlOptions,
): Promise<BaseUrlDecision> {
  const decision = validateBaseUrl(raw, api, options);
  if (!decision.ok) return decision;
  const { resolver, signal, dnsMs = DNS_LIMIT_MS } = options;
  const judge =
    options.judge ?? createAddressJudge(() => resolver.ownAddresses());
  const { host, listed, origin } = decision;
  const judged = await judgeHost(host, {
    resolver,
    judge,
    listed,
    dnsMs,
    signal,
  });
  if (judged.ok) return decision;
  if (judged.reason === "address" || judged.reason === "own_address")
    return refuseBaseUrl(judged.reason, origin);
  const isUnresolved = judged.reason !== "metadata";
  return isUnresolved && options.unresolved === "accept"
    ? decision
    : refuseBaseUrl(judged.reason);
}
