/** A process that holds a data folder until it is killed. */
import { SqliteEventStore } from "../../src/events/sqlite-event-store.ts";
import { header } from "../../src/testing/event-log-samples.ts";

const store = await SqliteEventStore.open({ folder: process.argv[2] ?? "" });
await store.create(header());
process.stdout.write("holding\n");
process.stdin.resume();
