/** Signals that ask the program to stop, as npm and terminals send them: often twice. */

const SAME_SIGNAL_MS = 2_000;

export interface StopSignalsOptions {
  readonly on: (signal: "SIGINT" | "SIGTERM", listener: () => void) => void;
  /** Called once. */
  readonly stop: () => void;
  /** Called when someone asks again, later than a doubled signal comes. */
  readonly force: () => void;
  readonly now: () => number;
}

/** Stops at the first signal. Another one within 2 s is the same one; a later one forces. */
export function onStopSignals({
  on,
  stop,
  force,
  now,
}: StopSignalsOptions): void {
  let firstAt: number | undefined;
  const listener = () => {
    if (firstAt === undefined) {
      firstAt = now();
      stop();
    } else if (now() - firstAt > SAME_SIGNAL_MS) {
      force();
    }
  };
  on("SIGINT", listener);
  on("SIGTERM", listener);
}
