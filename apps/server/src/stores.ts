/** Where a process keeps its sessions and viewers, as the settings say. */
import { join } from "node:path";
import type { EventStore } from "@agent-studio/harness";
import {
  InMemoryEventStore,
  SqliteEventStore,
} from "@agent-studio/harness/adapters";
import type { Config } from "./config.ts";
import { InMemoryViewerRegistry } from "./viewers/in-memory-viewer-registry.ts";
import { SqliteViewerRegistry } from "./viewers/sqlite-viewer-registry.ts";
import type { ViewerRegistry } from "./viewers/viewer-registry.ts";

export interface Stores {
  readonly events: EventStore;
  readonly viewers: ViewerRegistry;
}

type StoreSettings = Pick<Config, "store" | "dataDir" | "maxEventsInMemory">;

/** Opens them. Rejects with a `StoreOpenError`, or what the system says. */
export async function openStores(config: StoreSettings): Promise<Stores> {
  const { dataDir, maxEventsInMemory: maxEvents } = config;
  if (config.store === "memory")
    return {
      events: new InMemoryEventStore({ maxEvents }),
      viewers: new InMemoryViewerRegistry({ now: Date.now }),
    };
  const events = await SqliteEventStore.open({ folder: dataDir });
  try {
    const path = join(dataDir, "viewers.db");
    const viewers = new SqliteViewerRegistry({ path, now: Date.now });
    // Whoever lost the file of viewers is let in again by a link to the newest session.
    const newest = (await events.list()).at(-1);
    if (viewers.lastActive() === undefined && newest !== undefined)
      viewers.noteActive(newest.viewerId);
    return { events, viewers };
  } catch (error) {
    await events.close();
    throw error;
  }
}
