import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createInitialState, fold } from "@agent-studio/shared";
import type { HarnessEvent } from "@agent-studio/shared";
import { anEvent, legalLog } from "@agent-studio/shared/testing";
import { NOTIFY_INTERVAL_MS, SessionLog } from "../src/client/session-log.ts";
import { createManualClock } from "./fakes/manual-clock.ts";

const SESSION = "ses_0000000000000000";

function start(lastSequence = 0) {
  const clock = createManualClock();
  const log = new SessionLog({ sessionId: SESSION, lastSequence, clock });
  let notices = 0;
  log.view.subscribe(() => (notices += 1));
  return {
    clock,
    log,
    get notices() {
      return notices;
    },
  };
}

const delta = (sequence: number) =>
  anEvent({ type: "assistant.delta", sequence });

describe("a session's log in the browser", () => {
  it("folds in pieces to what one fold gives", async () => {
    await fc.assert(
      fc.asyncProperty(
        legalLog({ maxChoices: 100 }),
        fc.integer({ min: 1, max: 20 }),
        async (events, size) => {
          const { log, clock } = start();
          for (let at = 0; at < events.length; at += size) {
            log.receive(events.slice(at, at + size));
          }
          await clock.pass(NOTIFY_INTERVAL_MS);
          const sessionId = events[0]?.sessionId ?? SESSION;
          const whole = fold(createInitialState(SESSION), events).state;
          expect(log.view.get().state).toEqual(whole);
          expect(sessionId).toBeTypeOf("string");
          const { history, last } = log.view.get().events;
          expect(history.archive.range(1, last)).toEqual(events);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("tells of two hundred deltas a second at most every 50 ms", async () => {
    const test = start();
    test.log.receive([anEvent({ type: "session.started", sequence: 1 })]);
    test.log.receive([anEvent({ type: "assistant.started", sequence: 2 })]);
    const before = test.notices;
    for (let sequence = 3; sequence < 203; sequence += 1) {
      test.log.receive([delta(sequence)]);
      await test.clock.pass(5);
    }
    expect(test.notices - before).toBeLessThanOrEqual(20);
    expect(test.log.view.get().state.sequence).toBe(202);
  });

  it("tells of anything but deltas at once, with the deltas before it", () => {
    const test = start();
    test.log.receive([anEvent({ type: "session.started", sequence: 1 })]);
    test.log.receive([delta(2)]);
    expect(test.log.view.get().state.sequence).toBe(1);
    test.log.receive([anEvent({ type: "session.updated", sequence: 3 })]);
    expect(test.log.view.get().state.sequence).toBe(3);
    expect(test.clock.pending).toBe(0);
  });

  it("reports a gap and keeps what came before it", () => {
    const test = start();
    const events: HarnessEvent[] = [
      anEvent({ type: "session.started", sequence: 1 }),
      anEvent({ type: "session.updated", sequence: 3 }),
    ];
    expect(test.log.receive(events)).toBe("gap");
    expect(test.log.view.get().state.sequence).toBe(1);
    expect(test.log.receive([events[0]!])).toBe("ok");
  });

  it("replays quietly and says nothing aloud of what is past", async () => {
    const test = start(3);
    const past = [
      anEvent({ type: "session.started", sequence: 1 }),
      anEvent({ type: "run.started", sequence: 2 }),
    ];
    test.log.receive(past);
    expect(test.log.view.get().replaying).toBe(true);
    expect(test.notices).toBe(0);
    test.log.receive([anEvent({ type: "run.completed", sequence: 3 })]);
    expect(test.notices).toBe(1);
    expect(test.log.view.get()).toMatchObject({
      replaying: false,
      announcement: null,
    });
    test.log.receive([anEvent({ type: "run.started", sequence: 4 })]);
    expect(test.log.view.get().announcement).toEqual({
      kind: "started",
      sequence: 4,
    });
  });

  it("starts over from a snapshot and goes on after it, though the log was longer before a crash", () => {
    const test = start(90);
    test.log.receive([anEvent({ type: "session.started", sequence: 1 })]);
    test.log.replace({ ...createInitialState(SESSION), sequence: 40 });
    expect(
      test.log.receive([anEvent({ type: "session.updated", sequence: 41 })]),
    ).toBe("ok");
    expect(test.log.view.get()).toMatchObject({
      replaying: false,
      events: { earlier: true, first: 41, last: 41 },
    });
  });

  it("tells that the server stops only until it is there again", () => {
    const closed = (sequence: number) =>
      anEvent({
        type: "session.closed",
        sequence,
        payload: { reason: "shutdown" },
      });
    const { log } = start(2);
    const stopping = () => log.view.get().stopping;
    log.connected({ phase: "open", attempt: 0 });
    log.receive([anEvent({ type: "session.started", sequence: 1 }), closed(2)]);
    expect(stopping()).toBe(false);
    log.receive([closed(3)]);
    expect(stopping()).toBe(true);
    log.connected({ phase: "connecting", attempt: 1 });
    expect(stopping()).toBe(true);
    log.connected({ phase: "open", attempt: 1 });
    expect(stopping()).toBe(false);
  });
});
