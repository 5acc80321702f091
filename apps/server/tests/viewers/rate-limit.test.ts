import { describe, expect, it } from "vitest";
import { Refusal } from "../../src/http/refusal.ts";
import { createRateLimit } from "../../src/viewers/rate-limit.ts";

const limited = (action: () => void): Refusal | undefined => {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

describe("a rate limit", () => {
  it("lets the limit pass, then says when to come back, then starts again", () => {
    let time = 0;
    const limit = createRateLimit({
      limit: 2,
      windowMs: 60_000,
      now: () => time,
    });
    limit.check("a");
    limit.count("a");
    time = 20_500;
    limit.check("a");
    limit.count("a");
    expect(limited(() => limit.check("a"))).toMatchObject({
      code: "RATE_LIMITED",
      headers: { "retry-after": "40" },
    });
    expect(limited(() => limit.check("b"))).toBeUndefined();
    time = 60_000;
    expect(limited(() => limit.check("a"))).toBeUndefined();
  });

  it("keeps counting a key whose old window is over", () => {
    let time = 0;
    const limit = createRateLimit({ limit: 1, windowMs: 10, now: () => time });
    for (const key of ["a", "b", "c"]) limit.count(key);
    time = 10;
    limit.count("b");
    expect(limited(() => limit.check("b"))).toBeInstanceOf(Refusal);
    expect(limited(() => limit.check("a"))).toBeUndefined();
  });
});
