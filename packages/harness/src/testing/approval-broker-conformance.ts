/** What every adapter of `ApprovalBroker` promises. Time is the test's own; each test has a broker of its own. */
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type {
  ApprovalBroker,
  ApprovalOutcome,
  ApprovalWait,
} from "../approvals/approval-broker.ts";
import type { MonotonicClock } from "../approvals/approval-timer.ts";
import { createManualClock } from "./manual-clock.ts";
import type { ManualClock } from "./manual-clock.ts";

export interface ApprovalBrokerConformanceOptions {
  readonly name: string;
  readonly create: (clock: MonotonicClock) => ApprovalBroker;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const CANCELLED = { status: "cancelled" } as const;

const request = (wait: Partial<ApprovalWait> = {}): ApprovalWait => ({
  sessionId: "ses_a",
  runId: "run_a",
  approvalId: "ap_1",
  remainingMs: 300_000,
  onExpire: () => undefined,
  ...wait,
});

/** Declares the suite: call it in a test file of the adapter. */
export function approvalBrokerConformance({
  name,
  create,
}: ApprovalBrokerConformanceOptions): void {
  describe(`${name} keeps the promises of an approval broker`, () => {
    let clock: ManualClock;
    let broker: ApprovalBroker;

    beforeEach(() => {
      clock = createManualClock(1_000_000);
      broker = create(clock);
    });

    afterEach(() => {
      broker.close();
      expect(broker.size).toBe(0);
      expect(clock.pending).toBe(0);
    });

    const outcomes: ApprovalOutcome[] = [
      { status: "approved" },
      { status: "approved", args: { edited: true } },
      { status: "denied", reason: "no" },
      { status: "expired" },
      { status: "cancelled" },
      { status: "invalidated", reason: "the tool changed" },
    ];

    it.each(outcomes)("hands $status on as it was settled", async (outcome) => {
      const waiting = broker.wait(request());
      expect(broker.size).toBe(1);
      expect(broker.settle("ap_1", outcome)).toBe(true);
      expect(await waiting).toEqual(outcome);
      expect(broker.size).toBe(0);
      expect(clock.pending).toBe(0);
    });

    it("waits from the moment it is asked, before anything else can run", () => {
      void broker.wait(request());
      expect(broker.settle("ap_1", { status: "approved" })).toBe(true);
    });

    it("is settled once by 50 decisions at the same time", async () => {
      let woken = 0;
      const waiting = broker.wait(request()).then((outcome) => {
        woken += 1;
        return outcome;
      });
      const taken = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          await Promise.resolve();
          const status = index % 2 === 0 ? "approved" : "denied";
          return broker.settle("ap_1", { status });
        }),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await waiting).toEqual({ status: "approved" });
      expect(woken).toBe(1);
    });

    it("settles nobody that does not wait, and nobody twice", async () => {
      expect(broker.settle("ap_unknown", { status: "approved" })).toBe(false);
      const waiting = broker.wait(request());
      broker.settle("ap_1", { status: "denied" });
      expect(broker.settle("ap_1", { status: "approved" })).toBe(false);
      expect(await waiting).toEqual({ status: "denied" });
    });

    it("refuses a second waiter of the same approval and keeps the first", async () => {
      const first = broker.wait(request());
      await expect(broker.wait(request())).rejects.toMatchObject({
        code: "already_waiting",
      });
      expect(clock.pending).toBe(1);
      broker.settle("ap_1", { status: "approved" });
      expect(await first).toEqual({ status: "approved" });
    });

    describe("expiry", () => {
      it("is told once, when the time is up, and settles nothing by itself", async () => {
        let expired = 0;
        const onExpire = (): void => void (expired += 1);
        const waiting = broker.wait(request({ remainingMs: 5000, onExpire }));
        clock.advance(4999);
        expect(expired).toBe(0);
        clock.advance(1);
        clock.advance(DAY_MS);
        expect(expired).toBe(1);
        expect(broker.size).toBe(1);
        expect(broker.settle("ap_1", { status: "expired" })).toBe(true);
        expect(await waiting).toEqual({ status: "expired" });
      });

      it("is never told after a decision", async () => {
        let expired = 0;
        const onExpire = (): void => void (expired += 1);
        const waiting = broker.wait(request({ remainingMs: 5000, onExpire }));
        broker.settle("ap_1", { status: "approved" });
        await waiting;
        clock.advance(DAY_MS);
        expect(expired).toBe(0);
      });

      it.each([2 ** 31 - 1, 2 ** 31, 30 * DAY_MS, 400 * DAY_MS])(
        "comes after exactly %d ms",
        (remainingMs) => {
          let expired = 0;
          const onExpire = (): void => void (expired += 1);
          void broker.wait(request({ remainingMs, onExpire }));
          clock.advance(remainingMs - 1);
          expect(expired).toBe(0);
          clock.advance(1);
          expect(expired).toBe(1);
        },
      );

      it.each([0, -1, -DAY_MS, Number.NaN])(
        "comes in the next tick, not at once, when %d ms are left",
        (remainingMs) => {
          let expired = 0;
          const onExpire = (): void => void (expired += 1);
          void broker.wait(request({ remainingMs, onExpire }));
          expect(expired).toBe(0);
          clock.advance(0);
          expect(expired).toBe(1);
        },
      );

      it("never comes when the time is endless", () => {
        void broker.wait(request({ remainingMs: Infinity }));
        expect(clock.pending).toBe(0);
      });

      it("hurts nobody else when its receiver throws", () => {
        let expired = 0;
        const fail = (): void => {
          throw new Error("a session's fault");
        };
        const count = (): void => void (expired += 1);
        void broker.wait(request({ remainingMs: 10, onExpire: fail }));
        void broker.wait(
          request({ approvalId: "ap_2", remainingMs: 10, onExpire: count }),
        );
        clock.advance(10);
        expect(expired).toBe(1);
        expect(broker.size).toBe(2);
      });

      it("may settle its own approval", async () => {
        const onExpire = (): void =>
          void broker.settle("ap_1", { status: "expired" });
        const waiting = broker.wait(request({ remainingMs: 10, onExpire }));
        clock.advance(10);
        expect(await waiting).toEqual({ status: "expired" });
      });
    });

    describe("cancelling", () => {
      const waitAs = (sessionId: string, runId: string, approvalId: string) =>
        broker.wait(request({ sessionId, runId, approvalId }));

      it("a run ends its waiters and no others", async () => {
        const mine = [
          waitAs("ses_a", "run_a", "1"),
          waitAs("ses_a", "run_a", "2"),
        ];
        void waitAs("ses_a", "run_b", "3");
        void waitAs("ses_b", "run_a", "4");
        expect(broker.cancelRun("ses_a", "run_a")).toBe(2);
        expect(await Promise.all(mine)).toEqual([CANCELLED, CANCELLED]);
        expect(broker.size).toBe(2);
        expect(broker.cancelRun("ses_a", "run_a")).toBe(0);
      });

      it("a session ends the waiters of all its runs and no others", async () => {
        const mine = [
          waitAs("ses_a", "run_a", "1"),
          waitAs("ses_a", "run_b", "2"),
        ];
        void waitAs("ses_b", "run_a", "3");
        expect(broker.cancelSession("ses_a")).toBe(2);
        expect(await Promise.all(mine)).toEqual([CANCELLED, CANCELLED]);
        expect(broker.size).toBe(1);
      });

      it("everything on close, once and for all", async () => {
        const waiting = [
          waitAs("ses_a", "run_a", "1"),
          waitAs("ses_b", "run_b", "2"),
        ];
        broker.close();
        broker.close();
        expect(await Promise.all(waiting)).toEqual([CANCELLED, CANCELLED]);
        expect(await waitAs("ses_c", "run_c", "3")).toEqual(CANCELLED);
        expect(broker.settle("3", { status: "approved" })).toBe(false);
      });
    });

    it("wakes each waiter once with the first that ended it, whatever comes in what order", async () => {
      const ids = fc.integer({ min: 0, max: 4 });
      const step = fc.oneof(
        fc.record({
          kind: fc.constant("wait" as const),
          id: ids,
          ms: fc.nat(50),
        }),
        fc.record({ kind: fc.constant("settle" as const), id: ids }),
        fc.record({ kind: fc.constant("cancel" as const), id: ids }),
        fc.record({ kind: fc.constant("advance" as const), ms: fc.nat(30) }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
          const own = createManualClock();
          const tested = create(own);
          const model = new Map<number, number>();
          const expected: string[] = [];
          const actual: Promise<string>[] = [];
          for (const next of steps) {
            if (next.kind === "advance") own.advance(next.ms);
            else if (next.kind === "wait") {
              if (model.has(next.id)) continue;
              const slot = expected.push("cancelled") - 1;
              model.set(next.id, slot);
              const onExpire = (): void => {
                expected[slot] = "expired";
                model.delete(next.id);
                expect(tested.settle(`${next.id}`, { status: "expired" })).toBe(
                  true,
                );
              };
              actual.push(
                tested
                  .wait(
                    request({
                      runId: `run_${next.id}`,
                      approvalId: `${next.id}`,
                      remainingMs: next.ms,
                      onExpire,
                    }),
                  )
                  .then(({ status }) => status),
              );
            } else {
              const slot = model.get(next.id);
              model.delete(next.id);
              if (next.kind === "settle") {
                if (slot !== undefined) expected[slot] = "approved";
                const isSettled = tested.settle(`${next.id}`, {
                  status: "approved",
                });
                expect(isSettled).toBe(slot !== undefined);
              } else {
                const cancelled = tested.cancelRun("ses_a", `run_${next.id}`);
                expect(cancelled).toBe(slot === undefined ? 0 : 1);
              }
            }
            expect(tested.size).toBe(model.size);
          }
          tested.close();
          expect(await Promise.all(actual)).toEqual(expected);
          expect(own.pending).toBe(0);
        }),
        { numRuns: 200 },
      );
    });
  });
}
