/** Streams that are cut anywhere, and clients that join while a log grows: nobody misses or repeats an event: fault-005, fault-006. */
import { SqliteEventStore } from "@agent-studio/harness/adapters";
import { subscribe, type EventReader } from "@agent-studio/harness";
import { createFrameDecoder, type HarnessEvent } from "@agent-studio/shared";
import { must, mustBeWhole, type Fault } from "./fault.ts";
import { StudioClient } from "./studio-client.ts";

const CUTS = 200;
/** A cut comes after so many bytes at most, which is often inside a frame or a character. */
const CUT_BYTES = 2500;
/** Or after so long without that many, in milliseconds. */
const CUT_MS = 250;
const APPENDS = 10_000;
const CLIENTS = 20;

export const CUTTING: Fault = {
  name: `a client that is cut ${CUTS} times at random bytes while runs go on`,
  limitMinutes: 6,
  async run({ start }) {
    const environment = { STUDIO_DEMO_PACE: "natural" };
    const studio = await start({ environment });
    const worker = new StudioClient(studio.port);
    const sessionId = await worker.demoSession();
    const done = new AbortController();
    const working = workUntil(worker, sessionId, done.signal);
    const client = new CutClient(worker, sessionId);
    for (let n = 0; n < CUTS; n += 1)
      await client.read(1 + Math.random() * CUT_BYTES, CUT_MS);
    done.abort();
    await working;
    const events = await worker.events(sessionId);
    while (client.events.length < events.length)
      await client.read(Number.POSITIVE_INFINITY, 4 * CUT_MS);
    must(
      JSON.stringify(client.events) === JSON.stringify(events),
      "What the client read is not the log.",
    );
    mustBeWhole(events);
    return `${events.length} events in ${client.bytes} bytes, exactly the log`;
  },
};

/** Keeps the session busy. */
async function workUntil(
  client: StudioClient,
  sessionId: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await client.sendDemoTask(sessionId);
    const { approvalId } = await client.asked(sessionId);
    await client.decide(sessionId, approvalId, "approve");
    await client.idle(sessionId);
  }
}

/** Comes back with the id of its last whole frame; half a frame is forgotten. */
class CutClient {
  readonly events: HarnessEvent[] = [];
  bytes = 0;
  readonly #client: StudioClient;
  readonly #sessionId: string;

  constructor(client: StudioClient, sessionId: string) {
    this.#client = client;
    this.#sessionId = sessionId;
  }

  async read(cutBytes: number, cutMs: number): Promise<void> {
    const cut = new AbortController();
    const signal = AbortSignal.any([cut.signal, AbortSignal.timeout(cutMs)]);
    const read: Uint8Array[] = [];
    let left = Math.floor(cutBytes);
    const onBytes = (bytes: Uint8Array): void => {
      read.push(bytes.subarray(0, left));
      left -= bytes.length;
      if (left <= 0) cut.abort();
    };
    const lastEventId = this.events.at(-1)?.eventId;
    await this.#client
      .stream(this.#sessionId, { signal, lastEventId, onBytes })
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    this.#take(Buffer.concat(read));
  }

  #take(bytes: Buffer): void {
    this.bytes += bytes.length;
    const whole = bytes.subarray(0, bytes.lastIndexOf("\n\n") + 2);
    for (const frame of createFrameDecoder().push(whole.toString("utf8")))
      if (frame.kind === "event")
        this.events.push(JSON.parse(frame.data) as HarnessEvent);
  }
}

export const JOINING: Fault = {
  name: `${CLIENTS} clients that join at random places of a log while ${APPENDS} events are appended`,
  limitMinutes: 3,
  async run({ folder }) {
    const store = await SqliteEventStore.open({ folder });
    const log = await store.create({
      sessionId: "ses_0123456789abcdefghijk",
      viewerId: "viw_0123456789abcdefghijk",
      labId: "faults",
      title: "Faults",
      createdAt: new Date().toISOString(),
    });
    const clients: Promise<void>[] = [];
    for (let n = 1; n <= APPENDS; n += 1) {
      const payload = {
        messageId: "msg_0123456789abcdefghijk",
        part: 0,
        delta: `word ${n} `,
        channel: "text" as const,
      };
      log.append([{ type: "assistant.delta", payload }]);
      if (n % 100 === 0) await log.settled();
      if (n % (APPENDS / CLIENTS) === 0)
        clients.push(follow(log.reader, Math.floor(Math.random() * n)));
    }
    await log.settled();
    await Promise.all(clients);
    await store.close();
    return "each saw exactly what came after its place, in order";
  },
};

async function follow(reader: EventReader, after: number): Promise<void> {
  let next = after + 1;
  const { signal } = new AbortController();
  for await (const { sequence } of subscribe(reader, {
    afterSequence: after,
    signal,
  })) {
    must(sequence === next, `After ${next - 1} came ${sequence}.`);
    if (sequence === APPENDS) return;
    next += 1;
  }
}
