import { lookup } from "node:dns/promises";
import { networkInterfaces } from "node:os";
import type { HostResolver } from "./host-resolver.ts";

/**
 * A look-up holds one of the few threads that files are read with, for as long as a name server is silent, and cannot be
 * stopped. So names that never resolve may only ever hold some of them.
 */
const MAX_LOOKUPS = 2;

export interface NodeHostResolverOptions {
  /** Every address of a name; that of the operating system unless given, hosts file included. */
  readonly lookupAll?: (name: string) => Promise<readonly string[]>;
}

/** The resolver of this machine. A name whose turn has not come when `signal` aborts is not looked up. */
export function createNodeHostResolver({
  lookupAll = lookupWithSystem,
}: NodeHostResolverOptions = {}): HostResolver {
  const waiting = new Set<() => void>();
  let running = 0;

  const turn = async (signal: AbortSignal): Promise<void> => {
    while (running >= MAX_LOOKUPS) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const go = (): void => {
        resolve(undefined);
      };
      waiting.add(go);
      signal.addEventListener("abort", go, { once: true });
      await promise;
      waiting.delete(go);
      signal.throwIfAborted();
    }
    running += 1;
  };

  return {
    async resolve(name, signal) {
      await turn(signal);
      try {
        return await lookupAll(name);
      } finally {
        running -= 1;
        for (const go of waiting) go();
      }
    },
    ownAddresses() {
      return Object.values(networkInterfaces())
        .flat()
        .flatMap((one) => (one === undefined ? [] : [one.address]));
    },
  };
}

async function lookupWithSystem(name: string): Promise<readonly string[]> {
  const answers = await lookup(name, { all: true, order: "verbatim" });
  return answers.map(({ address }) => address);
}
