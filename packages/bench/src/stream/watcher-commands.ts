/** What the benchmark asks of the process that holds the watchers. */
import { setTimeout as delay } from "node:timers/promises";
import type { Place } from "./contender.ts";
import { WatcherGroup } from "./watcher-group.ts";
import type { GroupReport } from "./watcher-group.ts";

const LOOK_MS = 5;
const PARALLEL = 100;

interface OpenOrder {
  readonly group: string;
  readonly places: readonly Place[];
  readonly stalls?: boolean;
  /** How many connect at the same time; 100 by default. */
  readonly parallel?: number;
}

interface UntilOrder {
  readonly group: string;
  /** The number that everyone should come to. */
  readonly until: number;
  /** Gives up when nothing comes for so long. */
  readonly idleMs: number;
  /** Gives up then in any case. */
  readonly limitMs: number;
}

export type WatcherRemote = ReturnType<typeof createWatcherCommands>;

export function createWatcherCommands() {
  const groups = new Map<string, WatcherGroup>();
  const groupOf = (name: string): WatcherGroup => {
    const group = groups.get(name) ?? new WatcherGroup();
    groups.set(name, group);
    return group;
  };
  return {
    open: (order: OpenOrder): Promise<void> => {
      const { group, places, stalls = false, parallel = PARALLEL } = order;
      return groupOf(group).open(places, { stalls, parallel });
    },
    count: (group: string): void => groupOf(group).count(),
    /** Resolves when everyone in a group has everything, or when that is given up. */
    until: async (order: UntilOrder): Promise<GroupReport> => {
      const { until, idleMs, limitMs } = order;
      const group = groupOf(order.group);
      const end = performance.now() + limitMs;
      let seen = group.received;
      let seenAt = performance.now();
      while (!group.isAt(until)) {
        const now = performance.now();
        if (group.received !== seen) {
          seen = group.received;
          seenAt = now;
        }
        if (now > end || now - seenAt > idleMs) break;
        await delay(LOOK_MS);
      }
      return group.report(until);
    },
    report: (asked: { group: string; until: number }): GroupReport =>
      groupOf(asked.group).report(asked.until),
    lasts: (group: string): readonly number[] => groupOf(group).lasts,
    closed: (group: string): number => groupOf(group).closed,
    readOn: (group: string): void => groupOf(group).readOn(),
    reopen: (order: { group: string; places: readonly Place[] }) =>
      groupOf(order.group).reopen(order.places),
    close: (group: string): void => {
      groups.get(group)?.close();
      groups.delete(group);
    },
  };
}
