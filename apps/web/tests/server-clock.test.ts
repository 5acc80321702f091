import { describe, expect, it } from "vitest";
import { createServerClock } from "../src/client/server-clock.ts";

const SERVER_AT = Date.parse("2030-01-01T00:00:00.000Z");
const header = (at: number) => new Date(at).toUTCString();

describe("the server's clock", () => {
  it("is the browser's own while nothing says otherwise", () => {
    const clock = createServerClock(() => SERVER_AT + 400);
    expect(clock.now()).toBe(SERVER_AT + 400);
    clock.learn(header(SERVER_AT), SERVER_AT + 300, SERVER_AT + 500);
    expect(clock.now()).toBe(SERVER_AT + 400);
    clock.learn(null, 0, 0);
    clock.learn("yesterday", 0, 0);
    expect(clock.now()).toBe(SERVER_AT + 400);
  });

  it("is right to a second when the browser's clock is minutes off", () => {
    const wrong = SERVER_AT - 300_000;
    const clock = createServerClock(() => wrong);
    clock.learn(header(SERVER_AT), wrong, wrong + 20);
    expect(Math.abs(clock.now() - SERVER_AT)).toBeLessThanOrEqual(1_000);
  });

  it("forgets what it learned when a clock is set", () => {
    let wall = SERVER_AT;
    const clock = createServerClock(() => wall);
    clock.learn(header(SERVER_AT), wall, wall);
    wall += 3_600_000;
    clock.learn(header(SERVER_AT), wall, wall);
    expect(Math.abs(clock.now() - SERVER_AT)).toBeLessThanOrEqual(1_000);
  });

  it("learns from whatever is fetched, and gives the answer on", async () => {
    const wall = SERVER_AT + 60_000;
    const clock = createServerClock(() => wall);
    const answer = new Response("", { headers: { date: header(SERVER_AT) } });
    const fetch = clock.watching(async () => answer);
    expect(await fetch("/api/health", {})).toBe(answer);
    expect(Math.abs(clock.now() - SERVER_AT)).toBeLessThanOrEqual(1_000);
  });
});
