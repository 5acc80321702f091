/** What each case of the suites gets: stores of its own. */
import type {
  EventLog,
  EventStore,
  StoredEvent,
} from "../events/event-store.ts";

/** What a test asks of the store it gets; an adapter that can't vary one of them ignores it. */
export interface EventStoreSetup {
  /** Wall clock in milliseconds since 1970. */
  readonly clock?: () => number;
  /** Only asked with `retention: "slabs"`. */
  readonly maxEvents?: number;
  readonly slabBytes?: number;
  /** Only asked with `failingCommits`: called before each commit, which fails with what it throws or rejects with. */
  readonly commit?: (batch: readonly StoredEvent[]) => void | Promise<void>;
}

export interface EventStoreConformanceOptions {
  readonly name: string;
  readonly create: (setup: EventStoreSetup) => EventStore | Promise<EventStore>;
  /** Whether old events are dropped in blocks, or everything is kept until deletion; `slabs` by default. */
  readonly retention?: "slabs" | "all";
  /** Whether `create` can make commits fail; true by default. */
  readonly failingCommits?: boolean;
}

/** Stores that are closed when their case is over. */
export interface EventStoreFixture {
  readonly retention: "slabs" | "all";
  readonly failingCommits: boolean;
  readonly make: (setup?: EventStoreSetup) => Promise<EventStore>;
  /** A new log in a store of its own. */
  readonly makeLog: (setup?: EventStoreSetup) => Promise<EventLog>;
}
