import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createInitialState, fold } from "@agent-studio/shared";
import { anEvent, legalLog } from "@agent-studio/shared/testing";
import { createCell } from "../src/client/cell.ts";
import { LONGEST_PAUSE_MS, playOn } from "../src/client/playback.ts";
import { createPastSession } from "../src/client/past-session.ts";
import { createReplay } from "../src/client/replay.ts";
import { SessionLog } from "../src/client/session-log.ts";
import type { SessionStore } from "../src/client/session-store.ts";
import { createSessionCommands } from "../src/client/session-commands.ts";
import { createManualClock } from "./fakes/manual-clock.ts";

const SESSION = "ses_0000000000000000";
const TICK_MS = 50;

const at = (seconds: number) =>
  new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();

function start(seconds: readonly number[]) {
  const clock = createManualClock();
  const log = new SessionLog({ sessionId: SESSION, lastSequence: 0, clock });
  const calls: string[] = [];
  const past = createPastSession({
    sessionId: SESSION,
    mode: "replay",
    view: log.view,
  });
  const commands = createSessionCommands({
    sessionId: SESSION,
    api: {
      call: (name) => {
        calls.push(name);
        return Promise.reject(new Error("not here"));
      },
    },
  });
  const live: SessionStore = { ...past, mode: "live", commands };
  const append = (second: number) => {
    const sequence = log.view.get().state.sequence + 1;
    const event = { sequence, timestamp: at(second) };
    log.receive([
      anEvent({
        type: "session.updated",
        payload: { title: `${sequence}` },
        ...event,
      }),
    ]);
  };
  for (const second of seconds) append(second);
  return { clock, live, append, calls };
}

describe("a replay", () => {
  it("shows the session as it was at the event where it stands, and reaches no server", async () => {
    const { clock, live, calls } = start([0, 1, 2, 3]);
    const replay = createReplay({ live, clock, place: 2 });
    expect(replay.view.get()).toMatchObject({ place: 2, first: 0, last: 4 });
    expect(replay.session.view.get().state).toMatchObject({
      sequence: 2,
      title: "2",
    });
    replay.seek(-5);
    expect(replay.session.view.get().state.sequence).toBe(0);
    replay.seek(99);
    expect(replay.session.view.get().state.title).toBe("4");
    const { commands } = replay.session;
    await expect(commands.send("Hello")).rejects.toMatchObject({
      code: "SESSION_READ_ONLY",
    });
    await commands.stop("run_1");
    await commands.decide({
      approvalId: "ap_1",
      verb: "approve",
      argsDigest: "0",
    });
    expect(commands.view.get().decisions.get("ap_1")?.status).toBe("failed");
    expect(calls).toEqual([]);
  });

  it("of a file is as much a file as that", () => {
    const { clock, live } = start([0]);
    const modeOf = (mode: SessionStore["mode"]) =>
      createReplay({ live: { ...live, mode }, clock }).session.mode;
    expect(modeOf("live")).toBe("replay");
    expect(modeOf("file")).toBe("file");
  });

  it("plays at its speed, shortens long pauses, and stops at the end", async () => {
    const { clock, live } = start([0, 1, 2, 300]);
    const replay = createReplay({ live, clock, place: 1 });
    replay.setSpeed(2);
    replay.play();
    await clock.pass(500 - TICK_MS);
    expect(replay.view.get().place).toBe(1);
    await clock.pass(TICK_MS);
    expect(replay.view.get().place).toBe(2);
    await clock.pass(500);
    expect(replay.view.get().place).toBe(3);
    await clock.pass(LONGEST_PAUSE_MS / 2);
    expect(replay.view.get()).toMatchObject({ place: 4, playing: false });
    expect(clock.pending).toBe(0);
    replay.play();
    expect(replay.view.get()).toMatchObject({ place: 0, playing: true });
    replay.stop();
    expect(clock.pending).toBe(0);
  });

  it("stays where it is while live events come, and can go on to them", () => {
    const { clock, live, append } = start([0, 1]);
    const replay = createReplay({ live, clock });
    append(2);
    expect(replay.view.get()).toMatchObject({ place: 2, last: 3 });
    expect(replay.session.view.get().state.sequence).toBe(2);
    replay.seek(3);
    expect(replay.session.view.get().state.title).toBe("3");
    replay.stop();
    append(3);
    expect(replay.view.get().last).toBe(3);
  });

  it("tells of each place what folding up to it gives", () => {
    fc.assert(
      fc.property(
        legalLog({ maxChoices: 100 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        (log, places) => {
          const clock = createManualClock();
          const { live } = start([]);
          const told = new SessionLog({
            sessionId: SESSION,
            lastSequence: 0,
            clock,
          });
          told.receive(log);
          const view = createCell(told.view.get());
          const replay = createReplay({ live: { ...live, view }, clock });
          for (const wanted of places) {
            const place = wanted % (view.get().events.last + 1);
            replay.seek(place);
            expect(replay.session.view.get().state).toEqual(
              fold(createInitialState(SESSION), log.slice(0, place)).state,
            );
          }
          replay.stop();
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("playing on", () => {
  it("never passes the end, loses no time on the way, and takes a clock that was set back for no pause", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -500, max: 5_000 }), { maxLength: 40 }),
        fc.array(fc.nat({ max: 3_000 }), { minLength: 1, maxLength: 40 }),
        (pauses, budgets) => {
          const times = [0];
          for (const pause of pauses) times.push((times.at(-1) ?? 0) + pause);
          const last = pauses.length;
          const timeOf = (sequence: number) => times[sequence] ?? NaN;
          let step = { place: 0, carriedMs: 0 };
          for (const budget of budgets) {
            const budgetMs = step.carriedMs + budget;
            step = playOn({ place: step.place, last, budgetMs, timeOf });
          }
          const total = budgets.reduce((sum, budget) => sum + budget, 0);
          const once = playOn({ place: 0, last, budgetMs: total, timeOf });
          expect(step.place).toBe(once.place);
          expect(step.place).toBeLessThanOrEqual(last);
        },
      ),
    );
  });
});
