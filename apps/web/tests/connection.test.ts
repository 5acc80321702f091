import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  backOff,
  isFinal,
  LONGEST_DELAY_MS,
  nextConnection,
} from "../src/client/connection.ts";
import type { Connection, ConnectionSignal } from "../src/client/connection.ts";

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const signal: fc.Arbitrary<ConnectionSignal> = fc.oneof(
  fc.constantFrom<ConnectionSignal>(
    { type: "start" },
    { type: "opened" },
    { type: "proved" },
    { type: "reset" },
    { type: "recovered" },
    { type: "paused" },
    { type: "used" },
    { type: "cut" },
    { type: "retry" },
    { type: "elapsed" },
    { type: "hidden" },
    { type: "lost", cause: "network" },
    { type: "lost", cause: "server", retryAfterMs: 3_600_000 },
    { type: "awake", silentMs: 0 },
    { type: "awake", silentMs: 30_000 },
  ),
  fc.constantFrom<ConnectionSignal>(
    { type: "stop" },
    { type: "deleted" },
    { type: "refused", code: "SESSION_NOT_FOUND" },
  ),
);

function run(signals: readonly ConnectionSignal[], chance = 0.5): Connection {
  return signals.reduce<Connection>(
    (now, next) => nextConnection(now, next, chance),
    { phase: "stopped" },
  );
}

describe("the wait before another attempt", () => {
  it("is at most 15 s, never nothing, and grows with the attempts", () => {
    fc.assert(
      fc.property(fc.nat(1000), random, (attempt, chance) => {
        const wait = backOff(attempt, chance);
        expect(wait).toBeGreaterThanOrEqual(250);
        expect(wait).toBeLessThanOrEqual(LONGEST_DELAY_MS);
        expect(backOff(attempt + 2, 0)).toBeGreaterThanOrEqual(
          Math.min(wait, LONGEST_DELAY_MS / 2),
        );
      }),
    );
  });

  it("differs by chance, so that a class of browsers does not come back at once", () => {
    expect(backOff(4, 0)).toBe(4000);
    expect(backOff(4, 0.99)).toBe(7960);
  });

  it("is as long as the server asks, up to 15 s", () => {
    const lost = run([
      { type: "start" },
      { type: "lost", cause: "server", retryAfterMs: 60_000 },
    ]);
    expect(lost).toMatchObject({ phase: "waiting", delayMs: 15_000 });
  });
});

describe("a connection", () => {
  it("that waits, connects or recovers always has a way on, and waits within bounds", () => {
    fc.assert(
      fc.property(fc.array(signal), random, (signals, chance) => {
        const now = run([{ type: "start" }, ...signals], chance);
        if (now.phase === "waiting" || now.phase === "recovering") {
          expect(now.delayMs).toBeLessThanOrEqual(LONGEST_DELAY_MS);
        }
        if (now.phase === "waiting") {
          const next = nextConnection(now, { type: "elapsed" }, chance);
          expect(next.phase).toBe("connecting");
        }
        if (now.phase === "paused" || now.phase === "released") {
          const next = nextConnection(now, { type: "used" }, chance);
          expect(next).toEqual({ phase: "connecting", attempt: 0 });
        }
      }),
    );
  });

  it("that is over stays over, whatever comes", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Connection>(
          { phase: "closed" },
          { phase: "refused", code: "VIEWER_REQUIRED" },
        ),
        fc.array(signal.filter(({ type }) => type !== "stop")),
        (over, signals) => {
          const now = signals.reduce<Connection>(
            (state, next) => nextConnection(state, next, 0),
            over,
          );
          expect(now).toBe(over);
          expect(isFinal(now)).toBe(true);
        },
      ),
    );
  });

  it("counts attempts from the start again only once it has proved itself", () => {
    const flapping: ConnectionSignal[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      flapping.push(
        { type: "opened" },
        { type: "lost", cause: "ended" },
        { type: "elapsed" },
      );
    }
    const start = { type: "start" } as const;
    expect(run([start, ...flapping])).toEqual({
      phase: "connecting",
      attempt: 3,
    });
    expect(
      run([start, ...flapping, { type: "opened" }, { type: "proved" }]),
    ).toEqual({ phase: "open", attempt: 0 });
  });

  it("recovers at once from a reset, and more slowly when resets repeat", () => {
    const round: ConnectionSignal[] = [
      { type: "opened" },
      { type: "reset" },
      { type: "recovered" },
    ];
    const start = { type: "start" } as const;
    expect(run([start, { type: "opened" }, { type: "reset" }])).toMatchObject({
      phase: "recovering",
      delayMs: 0,
    });
    expect(
      run([start, ...round, ...round, { type: "opened" }, { type: "reset" }]),
    ).toMatchObject({ phase: "recovering", delayMs: 1500 });
  });

  it("does not wait when the browser wakes up, and distrusts a line that went silent", () => {
    const waiting = run([
      { type: "start" },
      { type: "lost", cause: "network" },
    ]);
    const awake = { type: "awake", silentMs: 20_000 } as const;
    expect(nextConnection(waiting, awake, 0).phase).toBe("connecting");
    const open = run([{ type: "start" }, { type: "opened" }]);
    expect(nextConnection(open, awake, 0).phase).toBe("connecting");
    const fresh = { type: "awake", silentMs: 1_000 } as const;
    expect(nextConnection(open, fresh, 0)).toBe(open);
  });

  it("that was cut on purpose stays cut, whatever else happens, until someone restores it", () => {
    fc.assert(
      fc.property(
        fc.array(
          signal.filter(
            ({ type }) =>
              !["retry", "stop", "deleted", "refused", "paused"].includes(type),
          ),
        ),
        (others) => {
          const cut = run([{ type: "start" }, { type: "cut" }, ...others]);
          expect(cut).toEqual({ phase: "cut" });
          expect(nextConnection(cut, { type: "retry" }, 0.5)).toEqual({
            phase: "connecting",
            attempt: 0,
          });
        },
      ),
    );
  });

  it("that waits connects at once for someone who does not want to wait, and counts on", () => {
    const waiting = run([
      { type: "start" },
      { type: "lost", cause: "network" },
      { type: "elapsed" },
      { type: "lost", cause: "server", code: "RATE_LIMITED" },
    ]);
    expect(waiting).toMatchObject({ phase: "waiting", code: "RATE_LIMITED" });
    expect(nextConnection(waiting, { type: "retry" }, 0.5)).toEqual({
      phase: "connecting",
      attempt: 2,
    });
  });
});
