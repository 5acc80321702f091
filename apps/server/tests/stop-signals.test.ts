import { expect, it } from "vitest";
import { onStopSignals } from "../src/stop-signals.ts";

it("stops once, takes a doubled signal for the same one and a late one for impatience", () => {
  let time = 0;
  const asked: string[] = [];
  const listeners = new Map<string, () => void>();
  onStopSignals({
    on: (signal, listener) => listeners.set(signal, listener),
    stop: () => asked.push("stop"),
    force: () => asked.push("force"),
    now: () => time,
  });
  listeners.get("SIGINT")?.();
  time = 2_000;
  listeners.get("SIGTERM")?.();
  expect(asked).toEqual(["stop"]);
  time = 2_001;
  listeners.get("SIGINT")?.();
  expect(asked).toEqual(["stop", "force"]);
});
