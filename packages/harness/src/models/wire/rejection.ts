import {
  GuardedFetchError,
  type GuardedFetchErrorCode,
} from "../guarded-fetch.ts";
import type { WireProblem } from "./wire-problem.ts";

const CAUSES = 5;

type BareKind = Exclude<WireProblem["kind"], "status" | "error_event">;

/** What a rejected request, or a broken body, means; `otherwise` where the error says nothing more. */
export function readRejection(
  error: unknown,
  otherwise: "unreachable" | "broke_off",
): WireProblem {
  const kinds: Readonly<Record<GuardedFetchErrorCode, BareKind>> = {
    refused: "refused_address",
    redirect: "redirect",
    dns: "unreachable",
    connect: "unreachable",
    tls: "unreachable",
    timeout: "silence",
    too_large: "too_large",
    protocol: "unreadable",
    interrupted: otherwise,
    closed: otherwise,
  };
  let cause: unknown = error;
  for (let depth = 0; depth < CAUSES && cause instanceof Error; depth += 1) {
    if (cause instanceof GuardedFetchError) return { kind: kinds[cause.code] };
    // The plain fetch of Node has no code for this.
    if (/unexpected redirect/i.test(cause.message)) return { kind: "redirect" };
    cause = cause.cause;
  }
  return { kind: otherwise };
}
