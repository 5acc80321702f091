import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createInitialState, fold } from "@agent-studio/shared";
import type { HarnessEvent } from "@agent-studio/shared";
import { anEvent, legalLog } from "@agent-studio/shared/testing";
import {
  CHECKPOINT_DISTANCE,
  SessionHistory,
} from "../src/client/session-history.ts";

const START = createInitialState("ses_0000000000000000");

function historyOf(events: readonly HarnessEvent[], size: number) {
  const history = new SessionHistory(START);
  let state = START;
  for (let at = 0; at < events.length; at += size) {
    const batch = events.slice(at, at + size);
    state = fold(state, batch).state;
    history.add(batch, state);
  }
  return history;
}

describe("the history of a session", () => {
  it("knows the state at any event, from wherever one comes", () => {
    fc.assert(
      fc.property(
        legalLog({ maxChoices: 150 }),
        fc.nat(),
        fc.nat(),
        (log, wanted, before) => {
          const history = historyOf(log, 7);
          const place = wanted % (log.length + 1);
          const whole = fold(START, log.slice(0, place)).state;
          expect(history.stateAt(place)).toEqual(whole);
          const near = history.stateAt(before % (log.length + 1));
          expect(history.stateAt(place, near)).toEqual(whole);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("folds no more than from the nearest kept state, and keeps what did not change", () => {
    const log = Array.from({ length: 5 * CHECKPOINT_DISTANCE }, (_, index) =>
      anEvent({ type: "session.updated", sequence: index + 1 }),
    );
    const history = historyOf(log, 250);
    const state = history.stateAt(3 * CHECKPOINT_DISTANCE);
    expect(history.stateAt(3 * CHECKPOINT_DISTANCE)).toBe(state);
    expect(state.messages).toBe(START.messages);
  });

  it("says how much there is, in the same object until there is more", () => {
    const history = new SessionHistory({ ...START, sequence: 9 });
    const empty = history.view();
    expect(empty).toMatchObject({ first: 0, last: 0, rows: 0, earlier: true });
    expect(history.view()).toBe(empty);
    const event = anEvent({ type: "session.updated", sequence: 10 });
    history.add([event], { ...START, sequence: 10 });
    expect(history.view()).toMatchObject({ first: 10, last: 10, rows: 1 });
  });
});
