import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  RunSchema,
  StepSchema,
  createInitialState,
  createInitialTrace,
  fold,
  foldTrace,
  reduceTrace,
  selectRun,
} from "../src/index.ts";
import type { HarnessEvent, TraceState } from "../src/index.ts";
import { legalLog } from "../src/testing/index.ts";

const trace = (log: readonly HarnessEvent[]): TraceState =>
  foldTrace(createInitialTrace(), log).state;

describe("the trace of any legal log", () => {
  it("is the same in one go, event by event, in pieces and from a snapshot", () => {
    fc.assert(
      fc.property(legalLog(), fc.nat(), (log, cut) => {
        const whole = trace(log);
        expect(log.reduce(reduceTrace, createInitialTrace())).toEqual(whole);
        const middle = cut % (log.length + 1);
        const snapshot = JSON.parse(
          JSON.stringify(trace(log.slice(0, middle))),
        ) as TraceState;
        expect(foldTrace(snapshot, log.slice(middle))).toEqual({
          state: whole,
          gap: null,
        });
        expect(foldTrace(whole, log).state).toBe(whole);
        expect(reduceTrace(whole, log[0]!)).toBe(whole);
      }),
    );
  });

  it("tells the same of every run as the state, at every moment", () => {
    fc.assert(
      fc.property(legalLog({ maxChoices: 200 }), (log) => {
        let state = createInitialState(log[0]!.sessionId);
        let steps = createInitialTrace();
        for (const event of log) {
          state = fold(state, [event]).state;
          steps = reduceTrace(steps, event);
          expect(steps.runs.map(({ run }) => run)).toEqual(state.runs);
        }
      }),
    );
  });

  it("has one step for every model call, tool call and approval, closed by the run's end", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        const opened = log.flatMap((event) => {
          if (event.type === "model.requested") return [event.payload.callId];
          if (event.type === "tool.requested")
            return [event.payload.toolCallId];
          return event.type === "approval.required"
            ? [event.payload.approval.approvalId]
            : [];
        });
        const state = trace(log);
        const steps = state.runs.flatMap((run) => run.steps);
        expect(steps.map(({ id }) => id)).toEqual(opened);
        for (const { run } of state.runs) {
          const selected = selectRun(state, run.runId);
          expect(RunSchema.safeParse(selected?.run).success).toBe(true);
          for (const step of selected?.steps ?? []) {
            expect(StepSchema.safeParse(step).success).toBe(true);
            if (run.endedAt !== undefined) expect(step.status).not.toBe("open");
          }
        }
      }),
    );
  });

  it("sums the usage of its model steps in the run", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        for (const { run, steps } of trace(log).runs) {
          const tokens = steps.reduce(
            (sum, { usage }) => sum + (usage?.outputTokens ?? 0),
            0,
          );
          expect(run.usage.outputTokens).toBe(tokens);
          const isPriced = steps.every(
            ({ kind, costUsd }) => kind !== "model" || costUsd !== null,
          );
          expect(run.costUsd === null).toBe(!isPriced);
        }
      }),
    );
  });

  it("stops at a hole and reports it", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        fc.pre(log.length > 2);
        const { state, gap } = foldTrace(
          createInitialTrace(),
          log.toSpliced(1, 1),
        );
        expect(gap).toEqual({ expected: 2, received: 3 });
        expect(state.sequence).toBe(1);
      }),
    );
  });
});

describe("selecting a run", () => {
  it("gives nothing for one that is not there", () => {
    expect(
      selectRun(createInitialTrace(), "run_0000000000000000"),
    ).toBeUndefined();
  });
});
