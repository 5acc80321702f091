import { describe, expect, it } from "vitest";
import { ApiFailure } from "../src/client/api-failure.ts";
import { createServerFigures } from "../src/client/server-figures.ts";
import type { Metrics } from "../src/client/server-figures.ts";
import { createManualClock } from "./fakes/manual-clock.ts";
import { createManualPresence } from "./fakes/manual-presence.ts";

const metrics = (openStreams: number): Metrics => ({
  loopLagMs: 0.4,
  eventsPerSecond: 12.5,
  openStreams,
  storeQueue: 0,
  sessions: 3,
});

function setting() {
  const clock = createManualClock();
  let asked = 0;
  const failing = { now: false };
  const figures = createServerFigures({
    clock,
    presence: createManualPresence(),
    answerMs: () => 0.3,
    ask: () => {
      asked += 1;
      return failing.now
        ? Promise.reject(
            new ApiFailure({ code: "NETWORK_FAILED", message: "", status: 0 }),
          )
        : Promise.resolve(metrics(asked));
    },
  });
  return { clock, figures, failing, asked: () => asked };
}

describe("the server's figures", () => {
  it("are asked for only while someone looks", async () => {
    const { clock, figures, asked } = setting();
    await clock.pass(10_000);
    expect(asked()).toBe(0);
    const end = figures.watch();
    await clock.pass(4000);
    expect(asked()).toBe(3);
    expect(figures.view.get()).toEqual({
      metrics: metrics(3),
      answerMs: 0.3,
      failure: null,
    });
    end();
    end();
    await clock.pass(10_000);
    expect(asked()).toBe(3);
    expect(clock.pending).toBe(0);
  });

  it("stay as they were when the server does not answer, and say why", async () => {
    const { clock, figures, failing } = setting();
    figures.watch();
    await clock.pass(1);
    failing.now = true;
    await figures.refresh();
    expect(figures.view.get()).toMatchObject({
      metrics: metrics(1),
      failure: { code: "NETWORK_FAILED" },
    });
    failing.now = false;
    await figures.refresh();
    expect(figures.view.get()).toMatchObject({ failure: null });
  });
});
