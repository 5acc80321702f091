import { checkBaseUrl } from "./check-base-url.ts";
import type { HostResolver } from "./host-resolver.ts";
import type { ModelAccess } from "./model-access.ts";
import { createGuardedFetch } from "./node-guarded-fetch.ts";
import { createNodeHostResolver } from "./node-host-resolver.ts";
import { providerAddress } from "./provider-address.ts";

export interface ModelAccessOptions {
  /** Exact origins that the guard lets through although they are local or private. */
  readonly allowedOrigins: readonly string[];
  readonly resolver?: HostResolver;
}

/**
 * The way to real models behind the guard. A name that does not resolve now is accepted, so that a connection can be
 * entered while the network is down: every socket asks and judges again.
 */
export function createModelAccess(
  options: ModelAccessOptions,
): Omit<ModelAccess, "defaultConnection"> {
  const { allowedOrigins } = options;
  const resolver = options.resolver ?? createNodeHostResolver();
  return {
    async checkBaseUrl(raw, api, signal) {
      const unresolved = "accept";
      const limits = { allowedOrigins, resolver, signal, unresolved } as const;
      const decision = await checkBaseUrl(raw, api, limits);
      if (decision.ok) return { ok: true, baseUrl: decision.baseUrl };
      const { message, details } = decision;
      return { ok: false, message, details: { ...details } };
    },
    openFetch(connection) {
      const { origin } = new URL(providerAddress(connection) ?? "");
      return createGuardedFetch({ origin, allowedOrigins, resolver });
    },
  };
}
