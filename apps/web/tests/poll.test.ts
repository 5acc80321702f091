import { describe, expect, it } from "vitest";
import { ApiFailure } from "../src/client/api-failure.ts";
import { createPoll, LONGEST_POLL_WAIT_MS } from "../src/client/poll.ts";
import { createManualClock } from "./fakes/manual-clock.ts";
import { createManualPresence } from "./fakes/manual-presence.ts";

const EVERY_MS = 10_000;

function pollThat(run: (turn: number) => void = () => undefined) {
  const clock = createManualClock();
  const presence = createManualPresence();
  let turns = 0;
  const poll = createPoll({
    clock,
    presence,
    everyMs: EVERY_MS,
    run: async () => {
      turns += 1;
      run(turns);
    },
  });
  return { clock, presence, poll, turns: () => turns };
}

function refused(retryAfterMs?: number): never {
  throw new ApiFailure({
    code: "RATE_LIMITED",
    message: "",
    status: 429,
    retryAfterMs,
  });
}

describe("a poll", () => {
  it("asks at once and then regularly, until it is ended", async () => {
    const { clock, poll, turns } = pollThat();
    const end = poll.start();
    await clock.pass(3 * EVERY_MS);
    expect(turns()).toBe(4);
    end();
    end();
    await clock.pass(3 * EVERY_MS);
    expect(turns()).toBe(4);
    expect(clock.pending).toBe(0);
  });

  it("rests while the page is hidden, and asks at once when it is seen or focused again", async () => {
    const { clock, presence, poll, turns } = pollThat();
    poll.start();
    await clock.pass(1);
    presence.notice("hidden");
    await clock.pass(10 * EVERY_MS);
    expect(turns()).toBe(1);
    presence.notice("visible");
    await clock.pass(1);
    expect(turns()).toBe(2);
    presence.notice("focused");
    await clock.pass(1);
    expect(turns()).toBe(3);
    for (let key = 0; key < 5; key += 1) presence.notice("used");
    await clock.pass(1);
    expect(turns()).toBe(3);
  });

  it("does not begin on a hidden page", async () => {
    const { clock, presence, poll, turns } = pollThat();
    presence.notice("hidden");
    poll.start();
    await clock.pass(EVERY_MS);
    expect(turns()).toBe(0);
  });

  it("asks less and less often while nobody answers, and regularly again afterwards", async () => {
    const { clock, poll, turns } = pollThat((turn) => {
      if (turn <= 8) throw new Error("no network");
    });
    poll.start();
    await clock.pass(2 * EVERY_MS);
    expect(turns()).toBe(2);
    await clock.pass(4 * EVERY_MS - 1);
    expect(turns()).toBe(2);
    await clock.pass(1);
    expect(turns()).toBe(3);
    await clock.pass(6 * LONGEST_POLL_WAIT_MS);
    const after = turns();
    expect(after).toBeGreaterThan(8);
    await clock.pass(EVERY_MS);
    expect(turns()).toBe(after + 1);
  });

  it("keeps the pause that the server asked for, whoever looks", async () => {
    const { clock, presence, poll, turns } = pollThat((turn) => {
      if (turn === 1) refused(60_000);
    });
    poll.start();
    await clock.pass(30_000);
    presence.notice("focused");
    presence.notice("hidden");
    presence.notice("visible");
    await poll.now();
    expect(turns()).toBe(1);
    await clock.pass(30_000);
    expect(turns()).toBe(2);
  });

  it("asks once at a time", async () => {
    let release = () => {};
    const clock = createManualClock();
    let running = 0;
    let most = 0;
    const poll = createPoll({
      clock,
      presence: createManualPresence(),
      everyMs: EVERY_MS,
      run: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => (release = resolve));
        running -= 1;
      },
    });
    poll.start();
    const first = poll.now();
    const second = poll.now();
    release();
    await Promise.all([first, second]);
    expect(most).toBe(1);
  });
});
