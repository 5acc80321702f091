import { readFileSync } from "node:fs";
import type { HostResolver } from "../../src/models/host-resolver.ts";

export interface SsrfRow {
  readonly id: string;
  readonly group: string;
  readonly url: string;
  readonly expect: "allow" | "deny";
  readonly why: string;
  readonly resolves_to?: readonly string[];
  readonly resolves_to_next?: readonly string[];
  readonly second_socket_resolves_to?: readonly string[];
  readonly saved_when?: readonly string[];
  readonly resolver_delay_ms?: number;
  readonly responds?: { readonly status: number; readonly location: string };
  readonly operator_allow?: readonly string[];
  readonly own_addresses?: readonly string[];
}

const FILE = new URL(
  "../../../../fixtures/security/ssrf-cases.json",
  import.meta.url,
);

export const SSRF_ROWS = JSON.parse(
  readFileSync(FILE, "utf8"),
) as readonly SsrfRow[];

/** Answers in turn; the last answer stays. Counts how often it was asked. */
export function scriptedResolver(
  answers: readonly (readonly string[])[],
  ownAddresses: readonly string[] = [],
): HostResolver & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    resolve(name) {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
      asked.push(name);
      return Promise.resolve(answer);
    },
    ownAddresses: () => ownAddresses,
  };
}

/** Waits until it is told to stop, like a name server that never answers. */
export const silentResolver: HostResolver = {
  resolve: (_name, signal) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        reject(new Error("stopped"));
      });
    }),
  ownAddresses: () => [],
};
