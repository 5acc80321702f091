import type { EventStore } from "@agent-studio/harness";
import { InMemoryEventStore } from "@agent-studio/harness/adapters";
import { HarnessEventSchema } from "@agent-studio/shared";
import type { Scenario } from "../scenario.ts";
import type { Figures } from "../figures.ts";
import { createLog, DELTA, withDatabase } from "./bench-log.ts";

const EVENTS = 100_000;
const QUICK_EVENTS = 10_000;
const WARM_UP = 20_000;
/** Events that come in one turn of the loop. */
const BURST = 16;

/** What it costs the process to make a frame of a typed event: to number, check, write down and keep it. */
export const PUBLISH: Scenario<"memory" | "sqlite"> = {
  name: "publish",
  title: "From the typed event to the kept frame, checked by its schema",
  contenders: ["memory", "sqlite"],
  figures: ["microseconds"],
  measure: async ({ contender, isQuick }) => {
    const events = isQuick ? QUICK_EVENTS : EVENTS;
    const figures =
      contender === "memory"
        ? await publishAll(new InMemoryEventStore(), events)
        : await withDatabase((store) => publishAll(store, events));
    return { figures };
  },
};

async function publishAll(store: EventStore, events: number): Promise<Figures> {
  const log = await createLog(store);
  const publish = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done += BURST) {
      for (let one = 0; one < BURST; one += 1)
        for (const event of log.append([DELTA]))
          HarnessEventSchema.parse(event);
      await log.settled();
    }
  };
  await publish(WARM_UP);
  const before = process.cpuUsage();
  await publish(events);
  const { user, system } = process.cpuUsage(before);
  return { microseconds: (user + system) / events };
}
