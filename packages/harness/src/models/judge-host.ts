/** Where a host leads right now, and whether a connection may go there: one bad answer refuses them all. */
import type { BaseUrlReason } from "@agent-studio/shared";
import { isIP } from "node:net";
import type { HostResolver } from "./host-resolver.ts";
import type { AddressJudge, AddressVerdict } from "./public-address.ts";

export interface HostJudgeOptions {
  readonly resolver: HostResolver;
  readonly judge: AddressJudge;
  /** A listed origin may lead anywhere but to metadata services. */
  readonly listed: boolean;
  readonly dnsMs: number;
  readonly signal?: AbortSignal | undefined;
}

export type HostJudgement =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly reason: BaseUrlReason };

export const DNS_LIMIT_MS = 3_000;

const REASONS: Readonly<
  Record<Exclude<AddressVerdict, "public">, BaseUrlReason>
> = { private: "address", own: "own_address", metadata: "metadata" };

/** Resolves `host`, unless it is an IP address, and judges every answer. Rejects only with the reason of `signal`. */
export async function judgeHost(
  host: string,
  options: HostJudgeOptions,
): Promise<HostJudgement> {
  const isLiteral = isIP(host) !== 0;
  const addresses = isLiteral ? [host] : await resolve(host, options);
  if (typeof addresses === "string") return { ok: false, reason: addresses };
  for (const address of addresses) {
    const verdict = options.judge(address, isLiteral ? "literal" : "dns");
    const reason = reasonToRefuse(verdict, options.listed);
    if (reason !== undefined) return { ok: false, reason };
  }
  return { ok: true, addresses };
}

/** Undefined when a connection may go to an address with this verdict. */
export function reasonToRefuse(
  verdict: AddressVerdict,
  listed: boolean,
): BaseUrlReason | undefined {
  if (verdict === "public" || (listed && verdict !== "metadata"))
    return undefined;
  return REASONS[verdict];
}

async function resolve(
  name: string,
  { resolver, dnsMs, signal }: HostJudgeOptions,
): Promise<readonly string[] | BaseUrlReason> {
  signal?.throwIfAborted();
  const limit = AbortSignal.timeout(dnsMs);
  const stop = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    const answers = await Promise.race([
      resolver.resolve(name, stop),
      rejection(stop),
    ]);
    const isComplete = answers.length > 0 && answers.every(isAddress);
    return isComplete ? answers : "name_not_found";
  } catch (error) {
    signal?.throwIfAborted();
    if (limit.aborted) return "name_timeout";
    return isNotFound(error) ? "name_not_found" : "name_lookup_failed";
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => {
      reject(new Error("The lookup was stopped."));
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

function isAddress(text: string): boolean {
  return isIP(text) !== 0;
}

function isNotFound(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    (error.code === "ENOTFOUND" || error.code === "ENODATA")
  );
}
