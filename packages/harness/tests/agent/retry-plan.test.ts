import { describe, expect, it } from "vitest";
import { RetryPlan } from "../../src/agent/retry-plan.ts";
import { describeProblem } from "../../src/models/provider-failure.ts";

const BROKEN = describeProblem({ kind: "broke_off" });

function openPlan(): { plan: RetryPlan; clock: { now: number } } {
  const clock = { now: 0 };
  return { plan: new RetryPlan({ now: () => clock.now }), clock };
}

describe("tries of a failed model call", () => {
  it("are three, a second and then two apart", () => {
    const { plan } = openPlan();
    plan.begin();
    expect(plan.afterFailure(BROKEN)).toBe(1000);
    plan.begin();
    expect(plan.afterFailure(BROKEN)).toBe(2000);
    plan.begin();
    expect(plan.afterFailure(BROKEN)).toBeUndefined();
    plan.begin();
    expect(plan.afterFailure(BROKEN)).toBe(1000);
  });

  it("end when the next one would begin more than 30 seconds after the first", () => {
    const { plan, clock } = openPlan();
    plan.begin();
    clock.now = 29_500;
    expect(plan.afterFailure(BROKEN)).toBeUndefined();
    plan.begin();
    expect(plan.afterFailure({ ...BROKEN, retryAfterMs: 30_000 })).toBe(30_000);
    plan.begin();
    clock.now += 1;
    expect(
      plan.afterFailure({ ...BROKEN, retryAfterMs: 30_000 }),
    ).toBeUndefined();
  });

  it("are one where the failure allows no other", () => {
    const { plan } = openPlan();
    plan.begin();
    expect(
      plan.afterFailure(describeProblem({ kind: "redirect" })),
    ).toBeUndefined();
  });
});
