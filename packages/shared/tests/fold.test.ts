import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createInitialState,
  createInitialTrace,
  fold,
  foldTrace,
  reduce,
  summaryOf,
} from "../src/index.ts";
import type { HarnessEvent, SessionState } from "../src/index.ts";
import { anEvent, checkLegal, legalLog } from "../src/testing/index.ts";

const SESSION = "ses_0000000000000000";

/** Freezes everything inside, so that a change to anything that was given throws. */
function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value))
    return value;
  Object.freeze(value);
  Object.values(value).forEach(freeze);
  return value;
}

function foldAll(
  events: readonly HarnessEvent[],
  from = createInitialState(SESSION),
): SessionState {
  const { state, gap } = fold(from, events);
  expect(gap).toBeNull();
  return state;
}

function foldOneByOne(events: readonly HarnessEvent[]): SessionState {
  return events.reduce(
    (state, event) => freeze(reduce(state, event)),
    freeze(createInitialState(SESSION)),
  );
}

const roundTrip = (state: SessionState) =>
  JSON.parse(JSON.stringify(state)) as SessionState;

describe("folding any legal log", () => {
  it("gives the same in one go and event by event, and changes nothing that it was given", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        freeze(log);
        expect(foldAll(log)).toEqual(foldOneByOne(log));
      }),
    );
  });

  it("gives the same in pieces and from a snapshot at any place", () => {
    fc.assert(
      fc.property(
        legalLog(),
        fc.array(fc.nat(400), { maxLength: 6 }),
        (log, cuts) => {
          const whole = foldAll(log);
          const places = [
            0,
            ...cuts.map((cut) => cut % (log.length + 1)).sort((a, b) => a - b),
            log.length,
          ];
          let state = createInitialState(SESSION);
          places.slice(1).forEach((end, index) => {
            state = roundTrip(
              foldAll(freeze(log.slice(places[index], end)), freeze(state)),
            );
          });
          expect(state).toEqual(whole);
        },
      ),
    );
  });

  it("is plain JSON", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        const state = foldAll(log);
        expect(roundTrip(state)).toStrictEqual(state);
      }),
    );
  });

  it("takes a repeated, an old and an unknown event as nothing at all", () => {
    fc.assert(
      fc.property(legalLog(), fc.nat(), (log, pick) => {
        const state = foldAll(log);
        const old = log[pick % log.length]!;
        expect(reduce(state, old)).toBe(state);
        expect(reduce(state, log.at(-1)!)).toBe(state);
        expect(fold(state, log).state).toBe(state);
        for (const type of [
          "session.exploded",
          "__proto__",
          "constructor",
          "toString",
        ]) {
          const unknown = {
            ...old,
            type,
            sequence: log.length + 1,
          } as unknown as HarnessEvent;
          expect(reduce(state, unknown)).toBe(state);
        }
      }),
    );
  });

  it("reports a missing event and stops before the hole", () => {
    fc.assert(
      fc.property(legalLog(), fc.nat(), (log, pick) => {
        fc.pre(log.length > 2);
        const missing = pick % (log.length - 1);
        const { state, gap } = fold(
          createInitialState(SESSION),
          log.toSpliced(missing, 1),
        );
        expect(gap).toEqual({ expected: missing + 1, received: missing + 2 });
        expect(state).toEqual(foldAll(log.slice(0, missing)));
        expect(reduce(state, log[missing + 1]!)).toBe(state);
        expect(fold(state, log.slice(missing))).toEqual({
          state: foldAll(log),
          gap: null,
        });
      }),
    );
  });

  it("goes on after an unknown event in the middle as if nothing had been said", () => {
    fc.assert(
      fc.property(legalLog(), fc.nat(), fc.nat(), (log, pick, cut) => {
        const place = pick % (log.length + 1);
        const unknown = {
          ...anEvent({ type: "model.cleared" }),
          type: "moon.risen",
        } as unknown as HarnessEvent;
        const longer = log
          .toSpliced(place, 0, unknown)
          .map((event, index) => ({ ...event, sequence: index + 1 }));
        const whole = foldAll(longer);
        expect(whole).toEqual({ ...foldAll(log), sequence: longer.length });
        const middle = cut % (longer.length + 1);
        expect(
          foldAll(longer.slice(middle), foldAll(longer.slice(0, middle))),
        ).toEqual(whole);
      }),
    );
  });

  it("takes events in any order without a throw, and the same in one go and one by one", () => {
    const shuffled = legalLog().chain((log) =>
      fc.shuffledSubarray(log, {
        minLength: log.length,
        maxLength: log.length,
      }),
    );
    fc.assert(
      fc.property(shuffled, (events) => {
        const log = freeze(
          events.map((event, index) => ({ ...event, sequence: index + 1 })),
        );
        const state = foldAll(log);
        expect(state).toEqual(foldOneByOne(log));
        expect(roundTrip(state)).toStrictEqual(state);
        expect(foldTrace(createInitialTrace(), log).state.sequence).toBe(
          log.length,
        );
      }),
    );
  });

  it("leaves finished messages as the same objects for ever", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        let state = createInitialState(SESSION);
        for (const event of log) {
          const next = reduce(state, event);
          expect(
            state.messages.every(
              (message, index) => next.messages[index] === message,
            ),
          ).toBe(true);
          state = next;
        }
      }),
    );
  });
});

describe("the state of any legal log", () => {
  it("agrees with itself: status, active run, calls and approvals", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        let state = createInitialState(SESSION);
        for (const event of log) {
          state = reduce(state, event);
          const active = state.runs.filter(
            ({ endedAt }) => endedAt === undefined,
          );
          expect(active.map(({ runId }) => runId)).toEqual(
            state.activeRunId === null ? [] : [state.activeRunId],
          );
          expect(state.status).toBe(active[0]?.status ?? "idle");
          const pending = state.approvals.filter(
            ({ status }) => status === "pending",
          );
          const asking = state.open?.parts.filter(
            (part) =>
              part.kind === "tool" && part.state === "awaiting_approval",
          );
          expect(pending.length).toBe(asking?.length ?? 0);
          if (state.status === "awaiting_approval")
            expect(pending.length).toBeGreaterThan(0);
          expect(summaryOf(state)).toMatchObject({
            lastSequence: event.sequence,
            pendingApprovals: pending.length,
          });
        }
      }),
    );
  });

  it("ends every run that is over on its last message, and numbers every message once", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        const { messages, open, runs } = foldAll(log);
        const ids = [...messages, ...(open === null ? [] : [open])].map(
          ({ messageId }) => messageId,
        );
        expect(new Set(ids).size).toBe(ids.length);
        for (const run of runs) {
          const own = messages.filter(({ runId }) => runId === run.runId);
          expect(own[0]?.role).toBe("user");
          const ends = own.flatMap((message) =>
            message.role === "assistant" && message.end
              ? [message.end.status]
              : [],
          );
          expect(ends).toEqual(run.endedAt === undefined ? [] : [run.status]);
          const last = own.at(-1);
          if (run.endedAt !== undefined)
            expect(last?.role === "assistant" && last.end?.status).toBe(
              run.status,
            );
        }
      }),
    );
  });

  it("has the text of every message that assistant.completed states, and parts in order", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        const { messages, open } = foldAll(log);
        const texts = new Map(
          [...messages, ...(open === null ? [] : [open])].flatMap((message) => {
            if (message.role === "user") return [];
            const numbers = message.parts.map(({ part }) => part);
            expect(numbers).toEqual(
              [...new Set(numbers)].sort((a, b) => a - b),
            );
            const text = message.parts
              .map((part) => (part.kind === "text" ? part.text : ""))
              .join("");
            return [[message.messageId, text] as const];
          }),
        );
        for (const event of log) {
          if (event.type === "assistant.completed")
            expect(texts.get(event.payload.messageId)).toBe(event.payload.text);
        }
      }),
    );
  });

  it("sums the usage of the runs in its totals", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        const { totals, runs } = foldAll(log);
        const sum = (pick: (run: (typeof runs)[number]) => number) =>
          runs.reduce((all, run) => all + pick(run), 0);
        expect(totals.usage.inputTokens).toBe(
          sum(({ usage }) => usage.inputTokens),
        );
        expect(totals.usage.outputTokens).toBe(
          sum(({ usage }) => usage.outputTokens),
        );
        expect(totals.turns).toBe(sum(({ turns }) => turns));
        expect(totals.runs).toBe(runs.length);
        const isKnown = runs.every(({ costUsd }) => costUsd !== null);
        expect(totals.costUsd).toBe(
          isKnown ? sum(({ costUsd }) => costUsd ?? 0) : null,
        );
      }),
    );
  });
});

describe("the generator of legal logs", () => {
  it("makes logs that break no rule, whole or cut off anywhere", () => {
    fc.assert(
      fc.property(legalLog(), fc.nat(), (log, cut) => {
        expect(checkLegal(log)).toEqual([]);
        expect(
          checkLegal(log.slice(0, cut % (log.length + 1)), {
            unfinished: true,
          }),
        ).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("reaches every type of event", () => {
    const seen = new Set(
      fc
        .sample(legalLog(), { numRuns: 400, seed: 7 })
        .flatMap((log) => log.map(({ type }) => type)),
    );
    expect(seen.size).toBe(35);
  });
});
