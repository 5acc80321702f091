/** The product: its event store and the hub that its stream route hands connections to. */
import type { EventLog, EventStore } from "@agent-studio/harness";
import {
  InMemoryEventStore,
  SqliteEventStore,
} from "@agent-studio/harness/adapters";
import { STREAM_LIMITS, StreamHub } from "@agent-studio/server";
import type { Contender, CreateContender } from "../contender.ts";
import { listen } from "./listening-server.ts";

/** More than any scenario writes into one session. */
const KEPT_EVENTS = 250_000;
/** Watchers come from so many browsers in turn: a class is not one viewer. */
const VIEWERS = 30;

export const createStudioInMemory: CreateContender = () =>
  createStudio(new InMemoryEventStore({ maxEvents: KEPT_EVENTS }));

export const createStudioOnDisk: CreateContender = async ({ folder }) =>
  createStudio(await SqliteEventStore.open({ folder }));

async function createStudio(store: EventStore): Promise<Contender> {
  const logs = new Map<string, EventLog>();
  let opened = 0;
  const hub = new StreamHub({ limits: STREAM_LIMITS, now: Date.now });
  const readerOf = (sessionId: string) => {
    const reader = store.reader(sessionId);
    if (reader === undefined) throw new Error(`There is no ${sessionId}.`);
    return reader;
  };
  const listening = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://bench.invalid");
    const sessionId = pathname.slice(pathname.lastIndexOf("/") + 1);
    const id = request.headers["last-event-id"];
    const cursor =
      typeof id === "string"
        ? ({ kind: "eventId", id } as const)
        : ({ kind: "start" } as const);
    const reader = readerOf(sessionId);
    void reader.locate(cursor).then((location) => {
      opened += 1;
      const viewerId = viewerOf(opened % VIEWERS);
      const watcher = { viewerId, headers: {}, response };
      hub.watch({ ...watcher, sessionId, reader, cursor, location });
    });
  });
  return {
    ...listening,
    async create(sessionId) {
      const header = { sessionId, viewerId: viewerOf(0), labId: "bench" };
      const createdAt = new Date().toISOString();
      const log = await store.create({ ...header, title: "", createdAt });
      logs.set(sessionId, log);
    },
    publish(sessionId, event) {
      logs.get(sessionId)?.append([event]);
    },
    async place(sessionId, after) {
      const path = `/sessions/${sessionId}`;
      if (after === 0) return { path, headers: {} };
      const page = await readerOf(sessionId).read(after - 1, 1);
      const [id = ""] = page.frames.toString("utf8").split("\n");
      return { path, headers: { "last-event-id": id.slice("id: ".length) } };
    },
    async close() {
      await store.close();
      await hub.close();
      await listening.close();
    },
  };
}

function viewerOf(index: number): string {
  return `viw_${String(index).padStart(22, "0")}`;
}
