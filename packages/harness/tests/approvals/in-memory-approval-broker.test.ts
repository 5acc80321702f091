import { describe, expect, it } from "vitest";
import { InMemoryApprovalBroker } from "../../src/approvals/in-memory-approval-broker.ts";
import { approvalBrokerConformance } from "../../src/testing/approval-broker-conformance.ts";

approvalBrokerConformance({
  name: "InMemoryApprovalBroker",
  create: (clock) => new InMemoryApprovalBroker({ clock }),
});

const timers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

describe("InMemoryApprovalBroker on the process's clock", () => {
  it("expires by itself", async () => {
    const broker = new InMemoryApprovalBroker();
    // The broker's own timer keeps no process alive, so the test does.
    const alive = setTimeout(() => undefined, 10_000);
    const outcome = await broker.wait({
      sessionId: "ses_a",
      runId: "run_a",
      approvalId: "ap_1",
      remainingMs: 5,
      onExpire: () => broker.settle("ap_1", { status: "expired" }),
    });
    clearTimeout(alive);
    expect(outcome).toEqual({ status: "expired" });
  });

  it("keeps no process alive, and takes times that a single timer can't", () => {
    const before = timers();
    const broker = new InMemoryApprovalBroker();
    let expired = 0;
    for (const remainingMs of [300_000, 2 ** 40]) {
      void broker.wait({
        sessionId: "ses_a",
        runId: "run_a",
        approvalId: `ap_${remainingMs}`,
        remainingMs,
        onExpire: () => (expired += 1),
      });
    }
    expect(timers()).toBe(before);
    broker.close();
    expect(expired).toBe(0);
  });
});
