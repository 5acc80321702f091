import { monitorEventLoopDelay } from "node:perf_hooks";

export interface Load {
  /** How late timers are, 99th percentile within the last minute. */
  readonly loopLagMs: number;
  readonly eventsPerSecond: number;
}

/** How busy the process is. */
export interface LoadMeter {
  read(): Load;
  /** Stops measuring. Idempotent. */
  stop(): void;
}

const RESOLUTION_MS = 20;
const SAMPLE_MS = 1000;
const RATE_SAMPLES = 10;
const LAG_SAMPLES = 60;

/** Samples once a second; `eventsAppended` counts up for ever. */
export function createLoadMeter(eventsAppended: () => number): LoadMeter {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const samples: { readonly at: number; readonly events: number }[] = [];
  let ticks = 0;
  const sample = () => {
    samples.push({ at: performance.now(), events: eventsAppended() });
    if (samples.length > RATE_SAMPLES) samples.shift();
    ticks += 1;
    if (ticks % LAG_SAMPLES === 0) delay.reset();
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  timer.unref();
  return {
    read() {
      const oldest = samples[0];
      const seconds =
        oldest === undefined ? 0 : (performance.now() - oldest.at) / 1000;
      const events =
        oldest === undefined ? 0 : eventsAppended() - oldest.events;
      const lag = delay.percentile(99) / 1e6 - RESOLUTION_MS;
      return {
        loopLagMs: Number.isFinite(lag)
          ? Math.max(0, Math.round(lag * 10) / 10)
          : 0,
        eventsPerSecond:
          seconds < 0.001
            ? 0
            : Math.max(0, Math.round((events / seconds) * 10) / 10),
      };
    },
    stop() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
