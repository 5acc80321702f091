import { setTimeout as delay } from "node:timers/promises";
import type { Scenario } from "../../scenario.ts";
import type { ContenderName } from "../contender.ts";
import { Stage } from "../stage.ts";

const WATCHERS = 1000;
const QUICK_WATCHERS = 200;
/** Until what the connecting made is over. */
const REST_MS = 400;
const KIB = 1024;

/** What 1,000 watchers hold in memory while nothing happens. */
export const IDLE: Scenario<ContenderName> = {
  name: "idle",
  title: `${WATCHERS} watchers of one session in which nothing happens`,
  contenders: ["raw", "memory", "sqlite"],
  figures: ["rssPerWatcherKiB"],
  ratio: "rssPerWatcherKiB",
  measure: (options) =>
    Stage.use(options, async (stage) => {
      const count = options.isQuick ? QUICK_WATCHERS : WATCHERS;
      const rss = async (): Promise<number> => {
        await delay(REST_MS);
        await stage.server.call("collectGarbage", undefined);
        return stage.server.call("rss", undefined);
      };
      await stage.server.call("create", 1);
      // The first connections load what every connection uses.
      await stage.watch({ group: "first", count: 10 });
      const before = await rss();
      await stage.watch({ group: "idle", count });
      const grown = (await rss()) - before;
      return { figures: { rssPerWatcherKiB: grown / count / KIB } };
    }),
};
