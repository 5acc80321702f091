/** A measurement that is a program of its own, which can be started alone too and then prints more. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FigureName, Figures } from "./figures.ts";
import type { Scenario } from "./scenario.ts";

export interface ProgramOptions {
  readonly name: string;
  readonly title: string;
  /** In this folder. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly figures: readonly FigureName[];
}

/** Runs it once, in the full benchmark only. */
export function createProgram(options: ProgramOptions): Scenario {
  const { name, title, file, args = [], figures } = options;
  return {
    name,
    title,
    figures,
    contenders: ["studio"],
    rounds: 1,
    isSlow: true,
    measure: async ({ children }) => {
      const child = fork(join(import.meta.dirname, file), [...args], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        // It starts a server and a browser, which have to end with it.
        detached: true,
      });
      const exit = children.adopt(child, true);
      const told = once(child, "message") as Promise<[Figures]>;
      const ended = exit.then(() => {
        throw new Error("The program ended and told nothing.");
      });
      ended.catch(() => undefined);
      const [measured] = await Promise.race([told, ended]);
      await exit;
      return { figures: measured };
    },
  };
}
