import { NO_USAGE } from "@agent-studio/shared";
import { describe, expect, it } from "vitest";
import { modelCost } from "../../src/models/model-cost.ts";

const USAGE = { ...NO_USAGE, inputTokens: 1000, outputTokens: 100 };
const PRICES = { input: 1, output: 10 };

describe("the cost of a call", () => {
  it("counts every kind of token at its price", () => {
    const usage = { ...USAGE, cacheReadTokens: 500, cacheWriteTokens: 10 };
    const prices = { ...PRICES, cacheRead: 0.5, cacheWrite: 2 };
    expect(modelCost(usage, prices)).toBeCloseTo(0.00227, 10);
  });

  it.each([
    ["no price is known", USAGE, undefined],
    ["the usage is not known", NO_USAGE, PRICES],
    ["tokens have no price", { ...USAGE, cacheReadTokens: 1 }, PRICES],
  ])("is null where %s", (_name, usage, prices) => {
    expect(modelCost(usage, prices)).toBeNull();
  });

  it("is zero where the price is", () => {
    expect(modelCost(USAGE, { input: 0, output: 0 })).toBe(0);
  });
});
