/** What every adapter of `EventStore` promises. Run it with an adapter's `create`; each test has a store of its own. */
import { afterEach, describe } from "vitest";
import type { EventLog, EventStore } from "../events/event-store.ts";
import { eventLogCases } from "./event-log-cases.ts";
import { header } from "./event-log-samples.ts";
import { eventReaderCases } from "./event-reader-cases.ts";
import { eventStoreCases } from "./event-store-cases.ts";
import type {
  EventStoreConformanceOptions,
  EventStoreSetup,
} from "./event-store-fixture.ts";

/** Declares the suite: call it in a test file of the adapter. */
export function eventStoreConformance({
  name,
  create,
  retention = "slabs",
  failingCommits = true,
}: EventStoreConformanceOptions): void {
  describe(`${name} keeps the promises of an event store`, () => {
    const stores: EventStore[] = [];
    const make = async (setup: EventStoreSetup = {}): Promise<EventStore> => {
      const store = await create(setup);
      stores.push(store);
      return store;
    };
    const makeLog = async (setup?: EventStoreSetup): Promise<EventLog> =>
      (await make(setup)).create(header());
    const fixture = { make, makeLog, retention, failingCommits };

    afterEach(async () => {
      await Promise.all(stores.splice(0).map((store) => store.close()));
    });

    eventLogCases(fixture);
    eventReaderCases(fixture);
    eventStoreCases(fixture);
  });
}
