/** Watchers that are judged together. */
import { nowUs } from "./clock.ts";
import type { Place } from "./contender.ts";
import { LatencyHistogram } from "./latency-histogram.ts";
import { addDeliveries } from "./order-check.ts";
import type { Delivery } from "./order-check.ts";
import { Watcher } from "./watcher.ts";

export interface GroupReport extends Delivery {
  readonly watchers: number;
  /** Events that came to any of them since the counting began. */
  readonly received: number;
  /** From the beginning of the counting to the last event. */
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** From the request to the first event, of the slowest watcher. */
  readonly firstEventMs: number;
  /** From the request to the last event, of the slowest watcher. */
  readonly lastEventMs: number;
  /** Connections that the server ended. */
  readonly closed: number;
}

export class WatcherGroup {
  readonly #watchers: Watcher[] = [];
  readonly #latencies = new LatencyHistogram();
  #received = 0;
  #countedFromUs = nowUs();
  #lastUs = 0;
  #goal = Number.POSITIVE_INFINITY;
  #atGoal = 0;

  get received(): number {
    return this.#received;
  }

  /** Whether everyone has come as far as `goal`. */
  isAt(goal: number): boolean {
    if (goal !== this.#goal) {
      this.#goal = goal;
      this.#atGoal = this.#watchers.filter(
        ({ check }) => check.last >= goal,
      ).length;
    }
    return this.#atGoal >= this.#watchers.length;
  }

  /** Opens a watcher for each place, so many at the same time. */
  async open(
    places: readonly Place[],
    { stalls, parallel }: { stalls: boolean; parallel: number },
  ): Promise<void> {
    const waiting = places.map((place) => {
      const watcher = this.#create(place);
      this.#watchers.push(watcher);
      return () => watcher.open(place, stalls);
    });
    this.#goal = Number.POSITIVE_INFINITY;
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        await next();
    };
    await Promise.all(Array.from({ length: parallel }, work));
  }

  /** The place of each watcher's last event. */
  get lasts(): readonly number[] {
    return this.#watchers.map(({ check }) => check.last);
  }

  get closed(): number {
    return this.#watchers.filter(({ isClosed }) => isClosed).length;
  }

  readOn(): void {
    for (const watcher of this.#watchers) watcher.readOn();
  }

  /** Each comes back at its place. */
  async reopen(places: readonly Place[]): Promise<void> {
    const opened = this.#watchers.map(async (watcher, index) => {
      const place = places[index];
      if (place !== undefined) await watcher.open(place, false);
    });
    await Promise.all(opened);
  }

  /** Forgets what was counted; the order of each watcher goes on. */
  count(): void {
    this.#received = 0;
    this.#latencies.clear();
    this.#countedFromUs = nowUs();
    this.#lastUs = this.#countedFromUs;
  }

  report(until: number): GroupReport {
    const largest = (values: readonly number[]) => Math.max(...values);
    return {
      ...addDeliveries(this.#watchers.map(({ check }) => check.judge(until))),
      watchers: this.#watchers.length,
      received: this.#received,
      seconds: (this.#lastUs - this.#countedFromUs) / 1e6,
      p50Ms: this.#latencies.percentileMs(0.5),
      p99Ms: this.#latencies.percentileMs(0.99),
      firstEventMs: largest(this.#watchers.map((one) => one.firstEventMs)),
      lastEventMs: largest(this.#watchers.map((one) => one.lastEventMs)),
      closed: this.closed,
    };
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
  }

  #create(place: Place): Watcher {
    return new Watcher({
      place,
      onEvent: (number, sentUs, cameUs) => {
        this.#received += 1;
        this.#lastUs = cameUs;
        this.#latencies.add(cameUs - sentUs);
        if (number === this.#goal) this.#atGoal += 1;
      },
    });
  }
}
