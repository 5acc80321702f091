import type { Fetch } from "./api-client.ts";

/** The server's time of day, as far as its answers tell it. */
export interface ServerClock {
  /** Milliseconds since 1970, by the server's clock. */
  now(): number;
  /** Learns from the `Date` header of an answer, and from when it was asked for and came, in milliseconds of `wallClock`. */
  learn(date: string | null, askedAt: number, answeredAt: number): void;
  /** The same `fetch`, from whose answers the clock learns. */
  watching(fetch: Fetch): Fetch;
}

/** `Date` has whole seconds only. */
const DATE_STEP_MS = 1_000;

/**
 * A clock that starts as the browser's own and is moved only as far as the answers demand: each one bounds the
 * difference from below and above, and together they narrow it to less than the second that `Date` leaves open.
 */
export function createServerClock(wallClock: () => number): ServerClock {
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  const clock: ServerClock = {
    now: () => wallClock() + Math.max(least, Math.min(0, most)),
    learn(date, askedAt, answeredAt) {
      const told = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(told)) return;
      const from = told - answeredAt;
      const to = told + DATE_STEP_MS - askedAt;
      const agrees = from <= most && to >= least;
      // One of the clocks was set meanwhile: what was learned before says nothing any more.
      least = agrees ? Math.max(least, from) : from;
      most = agrees ? Math.min(most, to) : to;
    },
    watching: (fetch) => async (url, init) => {
      const askedAt = wallClock();
      const response = await fetch(url, init);
      clock.learn(response.headers.get("date"), askedAt, wallClock());
      return response;
    },
  };
  return clock;
}
