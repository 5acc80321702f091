/** What the command line asks for. */
import { parseArgs } from "node:util";

export const USAGE = `npm run bench -- [--quick] [--docs] [--only <names>] [--contenders <names>] [--json <file>]

  --quick       a small part of everything, once: shows that it works, not how fast it is
  --docs        writes the tables into docs/performance.md
  --only        scenarios, separated by commas; "paced" stands for all that begin with it
  --contenders  contenders, separated by commas
  --json        where the figures go; test-results/bench.json by default`;

export interface BenchOptions {
  readonly isQuick: boolean;
  readonly writesDocs: boolean;
  readonly only: readonly string[] | undefined;
  readonly contenders: ReadonlySet<string> | undefined;
  readonly json: string;
  readonly wantsHelp: boolean;
}

/** Throws a sentence for a flag that there is not, and for figures that say nothing where they would be kept. */
export function parseBenchOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      docs: { type: "boolean", default: false },
      only: { type: "string" },
      contenders: { type: "string" },
      json: { type: "string", default: "test-results/bench.json" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.quick && values.docs)
    throw new Error(
      "The figures of a quick run say nothing, so they are not written into the documentation: leave out --quick or --docs.",
    );
  return {
    isQuick: values.quick,
    writesDocs: values.docs,
    only: values.only?.split(","),
    contenders:
      values.contenders === undefined
        ? undefined
        : new Set(values.contenders.split(",")),
    json: values.json,
    wantsHelp: values.help,
  };
}

/** Whether a scenario was asked for. */
export function isAsked(
  { only }: Pick<BenchOptions, "only">,
  name: string,
): boolean {
  return (
    only === undefined ||
    only.some((asked) => name === asked || name.startsWith(`${asked}-`))
  );
}
