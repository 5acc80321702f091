import fc from "fast-check";
import {
  createInitialState,
  createInitialTrace,
  fold,
  foldTrace,
  type HarnessEvent,
} from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { describe, expect, it } from "vitest";
import { recoveryOf, type Recovery } from "../../src/sessions/recover.ts";
import { cutLog } from "./cut-log.ts";

const NOW = Date.UTC(2026, 0, 1, 13);

const someLog = cutLog(200);

function recovered(
  log: readonly HarnessEvent[],
  canWait: boolean,
): { readonly recovery: Recovery; readonly log: readonly HarnessEvent[] } {
  const sessionId = log[0]?.sessionId ?? "";
  const { state } = fold(createInitialState(sessionId), log);
  const trace = foldTrace(createInitialTrace(), log).state;
  const recovery = recoveryOf(state, trace, {
    canWait,
    isUnchanged: () => true,
    now: NOW,
  });
  const added = recovery.events.map(({ sealed: _, ...input }, index) => ({
    ...input,
    eventId: `evt_${"B".repeat(22)}_${log.length + index + 1}`,
    sessionId,
    sequence: log.length + index + 1,
    timestamp: new Date(NOW).toISOString(),
  }));
  return { recovery, log: [...log, ...(added as HarnessEvent[])] };
}

const isUnderWay = (log: readonly HarnessEvent[]): boolean =>
  fold(createInitialState(""), log).state.activeRunId !== null;

describe("a recovery", () => {
  it("of any log that stopped anywhere makes a legal one whose run has ended or only waits", () => {
    fc.assert(
      fc.property(someLog, fc.boolean(), (log, canWait) => {
        if (log.at(-1)?.type === "session.closed") return;
        const after = recovered(log, canWait);
        expect(checkLegal(after.log, { unfinished: true })).toEqual([]);
        expect(isUnderWay(after.log)).toBe(after.recovery.next !== "over");
        if (!canWait) expect(after.recovery.next).toBe("over");
      }),
      { numRuns: 1000 },
    );
  });

  it("of what is recovered adds nothing, and of a run that waits only says that it was resumed", () => {
    fc.assert(
      fc.property(someLog, fc.boolean(), (log, canWait) => {
        const first = recovered(log, canWait);
        const second = recovered(first.log, canWait);
        expect(second.recovery.next).toBe(first.recovery.next);
        expect(second.recovery.events.map(({ type }) => type)).toEqual(
          first.recovery.next === "over" ? [] : ["session.resumed"],
        );
      }),
      { numRuns: 1000 },
    );
  });

  it("of a session without an open run and without trust appends nothing but the failure of what was on its way in", () => {
    fc.assert(
      fc.property(someLog, (log) => {
        const { state } = fold(createInitialState(""), log);
        if (state.activeRunId !== null || state.trust) return;
        const lost = state.attachments.filter(
          ({ status }) => status === "processing",
        );
        const { events } = recovered(log, false).recovery;
        expect(events.map(({ type }) => type)).toEqual(
          lost.length === 0
            ? []
            : ["session.resumed", ...lost.map(() => "attachment.updated")],
        );
      }),
      { numRuns: 200 },
    );
  });

  it("seals what the model is told of every call that it ends", () => {
    fc.assert(
      fc.property(someLog, (log) => {
        const ends = recovered(log, false).recovery.events.filter(({ type }) =>
          ["tool.failed", "tool.denied"].includes(type),
        );
        for (const { sealed } of ends)
          expect(sealed).toMatchObject({
            kind: "tool",
            reply: { isError: true },
          });
      }),
      { numRuns: 300 },
    );
  });
});
