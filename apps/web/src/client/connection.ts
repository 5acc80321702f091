/**
 * The connection of one stream, as pure transitions. Waiting, connecting and recovering always lead on;
 * paused and released lead on when someone looks, cut when someone restores it; closed, refused and stopped are final.
 */
import type { FailureCode } from "./api-failure.ts";

export type LossCause =
  "network" | "ended" | "silence" | "handshake" | "server";

export type Connection =
  | { readonly phase: "connecting"; readonly attempt: number }
  | { readonly phase: "open"; readonly attempt: number }
  /** The cursor is no good: the snapshot is taken after `delayMs`. */
  | {
      readonly phase: "recovering";
      readonly attempt: number;
      readonly delayMs: number;
    }
  | {
      readonly phase: "waiting";
      readonly attempt: number;
      readonly delayMs: number;
      readonly cause: LossCause;
      /** What the server said, where it said something. */
      readonly code?: FailureCode | undefined;
    }
  /** Cut on purpose, to show what happens then. */
  | { readonly phase: "cut" }
  /** A newer tab of this browser took the place. */
  | { readonly phase: "paused" }
  /** Hidden for a while: the stream is let go of on purpose. */
  | { readonly phase: "released" }
  /** The session is deleted. */
  | { readonly phase: "closed" }
  | { readonly phase: "refused"; readonly code: FailureCode }
  | { readonly phase: "stopped" };

export type ConnectionSignal =
  | { readonly type: "start" }
  | { readonly type: "stop" }
  | { readonly type: "opened" }
  /** The connection is a good one: an event came, or it has lived for a while. */
  | { readonly type: "proved" }
  | { readonly type: "reset" }
  | { readonly type: "recovered" }
  | { readonly type: "paused" }
  | { readonly type: "used" }
  /** Someone cuts the stream on purpose. */
  | { readonly type: "cut" }
  /** Someone does not want to wait any longer, or restores what was cut. */
  | { readonly type: "retry" }
  /** A wait is over. */
  | { readonly type: "elapsed" }
  | { readonly type: "deleted" }
  /** The page was hidden for long. */
  | { readonly type: "hidden" }
  /** The browser came online or the page became visible; `silentMs` since the last byte. */
  | { readonly type: "awake"; readonly silentMs: number }
  | {
      readonly type: "lost";
      readonly cause: LossCause;
      readonly retryAfterMs?: number | undefined;
      readonly code?: FailureCode | undefined;
    }
  | { readonly type: "refused"; readonly code: FailureCode };

const FIRST_DELAY_MS = 500;
/** No wait is longer, whatever the attempt or the server asks for. */
export const LONGEST_DELAY_MS = 15_000;
/** A heartbeat comes every 15 s: an open stream that is silent for longer is suspect. */
const SUSPECT_AFTER_MS = 17_000;

/** How long to wait before an attempt (0 is the first): half fixed, half by chance, at most 15 s. `random` is in [0, 1). */
export function backOff(attempt: number, random: number): number {
  const full = Math.min(
    LONGEST_DELAY_MS,
    FIRST_DELAY_MS * 2 ** Math.min(attempt, 20),
  );
  return Math.round(full / 2 + (full / 2) * random);
}

/** The next connection. The same object comes back where a signal changes nothing. */
export function nextConnection(
  now: Connection,
  signal: ConnectionSignal,
  random: number,
): Connection {
  if (signal.type === "stop") return { phase: "stopped" };
  if (isFinal(now)) {
    return signal.type === "start" && now.phase === "stopped"
      ? { phase: "connecting", attempt: 0 }
      : now;
  }
  switch (signal.type) {
    case "deleted":
      return { phase: "closed" };
    case "refused":
      return { phase: "refused", code: signal.code };
    case "paused":
      return { phase: "paused" };
    case "cut":
      return now.phase === "cut" ? now : { phase: "cut" };
    case "hidden":
      return isResting(now) ? now : { phase: "released" };
    default:
      return progress(now, signal, random);
  }
}

type Progress = Exclude<
  ConnectionSignal,
  {
    readonly type: "stop" | "deleted" | "refused" | "paused" | "cut" | "hidden";
  }
>;

function progress(
  now: Connection,
  signal: Progress,
  random: number,
): Connection {
  switch (signal.type) {
    case "opened":
      return now.phase === "connecting" ? { ...now, phase: "open" } : now;
    case "proved":
      return now.phase === "open" && now.attempt > 0
        ? { phase: "open", attempt: 0 }
        : now;
    case "reset":
      return resets(now, random);
    case "recovered":
      return now.phase === "recovering"
        ? { phase: "connecting", attempt: now.attempt }
        : now;
    case "elapsed":
      return now.phase === "waiting"
        ? { phase: "connecting", attempt: now.attempt }
        : now;
    case "awake":
    case "used":
      return wakes(now, signal);
    case "retry":
      return now.phase === "waiting" || isResting(now)
        ? { phase: "connecting", attempt: attemptOf(now) }
        : now;
    case "lost":
      return loses(now, signal, random);
    case "start":
      return now;
  }
}

/** The first resets recover at once; a stream that goes on resetting before it showed an event is slowed down. */
function resets(now: Connection, random: number): Connection {
  if (now.phase !== "open" && now.phase !== "connecting") return now;
  return {
    phase: "recovering",
    attempt: now.attempt + 1,
    delayMs: now.attempt < 2 ? 0 : backOff(now.attempt, random),
  };
}

function wakes(
  now: Connection,
  signal: Extract<Progress, { readonly type: "awake" | "used" }>,
): Connection {
  switch (now.phase) {
    case "paused":
    case "released":
      return { phase: "connecting", attempt: 0 };
    case "waiting":
      return signal.type === "awake"
        ? { phase: "connecting", attempt: now.attempt }
        : now;
    case "open":
      return signal.type === "awake" && signal.silentMs > SUSPECT_AFTER_MS
        ? { phase: "connecting", attempt: now.attempt }
        : now;
    default:
      return now;
  }
}

function loses(
  now: Connection,
  signal: Extract<Progress, { readonly type: "lost" }>,
  random: number,
): Connection {
  if (
    now.phase !== "open" &&
    now.phase !== "connecting" &&
    now.phase !== "recovering"
  ) {
    return now;
  }
  const asked = Math.min(signal.retryAfterMs ?? 0, LONGEST_DELAY_MS);
  return {
    phase: "waiting",
    attempt: now.attempt + 1,
    delayMs: Math.max(asked, backOff(now.attempt, random)),
    cause: signal.cause,
    code: signal.code,
  };
}

function attemptOf(now: Connection): number {
  return "attempt" in now ? now.attempt : 0;
}

/** Whether the stream was let go of on purpose and waits for someone. */
function isResting(now: Connection): boolean {
  return (
    now.phase === "paused" || now.phase === "released" || now.phase === "cut"
  );
}

/** Whether nothing but a new start leads on. */
export function isFinal(connection: Connection): boolean {
  return (
    connection.phase === "closed" ||
    connection.phase === "refused" ||
    connection.phase === "stopped"
  );
}
