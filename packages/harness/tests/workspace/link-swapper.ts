import { Worker } from "node:worker_threads";

/** The attacker's whole program: exchanges a folder with a link as fast as the system lets it. */
const PROGRAM = `
const { renameSync } = require("node:fs");
const { workerData: { target, link, flag } } = require("node:worker_threads");
const state = new Int32Array(flag);
const aside = target + "-aside";
try {
  while (Atomics.load(state, 0) === 0) {
    renameSync(target, aside);
    renameSync(link, target);
    renameSync(target, link);
    renameSync(aside, target);
    Atomics.add(state, 1, 1);
  }
} catch (error) {
  // The prey was deleted; there is nothing left to swap.
  if (error.code !== "ENOENT") throw error;
}
`;

export interface LinkSwapper extends AsyncDisposable {
  /** How many times the link has been in the folder's place. */
  swaps(): number;
}

/** Starts an attacker that swaps `target` with `link` until it is disposed of, and then leaves the target in place. */
export async function startLinkSwapper(
  target: string,
  link: string,
): Promise<LinkSwapper> {
  const flag = new SharedArrayBuffer(8);
  const state = new Int32Array(flag);
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { target, link, flag },
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.once("exit", () => resolve());
    worker.once("error", reject);
  });
  await new Promise((resolve) => worker.once("online", resolve));
  return {
    swaps: () => Atomics.load(state, 1),
    async [Symbol.asyncDispose]() {
      Atomics.store(state, 0, 1);
      await ended;
    },
  };
}
