import { expect, it } from "vitest";
import { processorShares } from "../src/product/cpu-profile.ts";

const OWN = "file:///studio/packages/harness/src/agent/pi-agent.ts";
const PI =
  "file:///studio/node_modules/.pnpm/pi@1/node_modules/@earendil-works/pi-ai/index.js";
const OTHER = "file:///studio/node_modules/ajv/index.js";

const node = (
  id: number,
  url: string,
  children: number[] = [],
  name = "f",
) => ({
  id,
  callFrame: { functionName: name, url },
  children,
});

it("gives each sample to the nearest caller that is someone's code", () => {
  const nodes = [
    node(1, "", [2, 7, 8], "(root)"),
    node(2, OWN, [3]),
    node(3, PI, [4, 5]),
    node(4, OTHER, []),
    node(5, OWN, [6]),
    node(6, "node:fs", []),
    node(7, "", [], "(idle)"),
    node(8, "", [], "(garbage collector)"),
  ];
  const samples = [2, 3, 4, 5, 6, 7, 8];
  const timeDeltas = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000];
  expect(processorShares({ nodes, samples, timeDeltas })).toEqual({
    ownUs: 11_001,
    piUs: 110,
    busyUs: 1_011_111,
  });
});
