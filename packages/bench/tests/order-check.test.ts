import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDeliveries,
  NOTHING_WRONG,
  OrderCheck,
} from "../src/stream/order-check.ts";

function judge(numbers: readonly number[], until: number, after = 0) {
  const check = new OrderCheck(after);
  for (const number of numbers) check.take(number);
  return check.judge(until);
}

describe("one watcher", () => {
  it("is fine with every number once and in order", () => {
    expect(judge([4, 5, 6], 6, 3)).toEqual(NOTHING_WRONG);
  });

  it("has lost what never came, in the middle and at the end", () => {
    expect(judge([1, 2, 5], 7)).toEqual({ ...NOTHING_WRONG, lost: 4 });
  });

  it("has got again what came twice", () => {
    expect(judge([1, 2, 2, 1], 2)).toEqual({ ...NOTHING_WRONG, repeated: 2 });
  });

  it("has got late what came after a later one", () => {
    expect(judge([1, 3, 2], 3)).toEqual({ ...NOTHING_WRONG, outOfOrder: 1 });
  });

  it("has got again what was before its place", () => {
    expect(judge([3, 4], 4, 3)).toEqual({ ...NOTHING_WRONG, repeated: 1 });
  });

  it("is judged by any other order as by counting", () => {
    const numbers = fc.array(fc.integer({ min: 1, max: 12 }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(numbers, (came) => {
        const until = 12;
        const different = new Set(came);
        const { lost, repeated, outOfOrder } = judge(came, until);
        expect(lost).toBe(until - different.size);
        expect(repeated).toBe(came.length - different.size);
        const inOrder = came.every(
          (number, index) => number === (came[index - 1] ?? 0) + 1,
        );
        expect(repeated + outOfOrder === 0 || !inOrder).toBe(true);
      }),
    );
  });
});

it("adds up what went wrong for several watchers", () => {
  const one = { lost: 1, repeated: 2, outOfOrder: 3 };
  expect(addDeliveries([one, NOTHING_WRONG, one])).toEqual({
    lost: 2,
    repeated: 4,
    outOfOrder: 6,
  });
});
