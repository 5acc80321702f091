/**
 * An event store that outlives the registries of a test, as a database outlives its process: closing it keeps
 * everything, and the next registry opens it again.
 */
import type {
  EventLog,
  EventReader,
  EventStore,
  SessionHeader,
} from "../events/event-store.ts";
import { InMemoryEventStore } from "../events/in-memory-event-store.ts";

export class SurvivingEventStore implements EventStore {
  readonly outlivesProcess = true;
  readonly #store: EventStore;

  /** In memory by default, with everything kept. */
  constructor(
    store: EventStore = new InMemoryEventStore({ maxEvents: 1_000_000 }),
  ) {
    this.#store = store;
  }

  create(header: SessionHeader): Promise<EventLog> {
    return this.#store.create(header);
  }

  open(sessionId: string): Promise<EventLog> {
    return this.#store.open(sessionId);
  }

  reader(sessionId: string): EventReader | undefined {
    return this.#store.reader(sessionId);
  }

  list(): Promise<readonly SessionHeader[]> {
    return this.#store.list();
  }

  delete(sessionId: string): Promise<void> {
    return this.#store.delete(sessionId);
  }

  async close(): Promise<void> {
    // The next registry goes on with it.
  }
}
