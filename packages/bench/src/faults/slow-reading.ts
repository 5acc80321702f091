/** One of ten clients reads nothing while much is said: only that one is dropped, and it misses nothing: fault-007. */
import { createFrameDecoder, type HarnessEvent } from "@agent-studio/shared";
import { must, mustBeWhole, type Fault } from "./fault.ts";
import { heldMemory, TELLS_MEMORY, toMib } from "./held-memory.ts";
import { StudioClient } from "./studio-client.ts";
import type { StudioProcess } from "./studio-process.ts";

const READERS = 9;
/** Three bytes each. */
const LONG_TEXT = "字".repeat(8000);
/** With these a run begins; they wait until the model has been given the conversation, whoever reads. */
const BEGINNING: ReadonlySet<string> = new Set(["run.started", "user.message"]);
/** So many are said before, until everything is loaded. */
const WARM_MESSAGES = 50;
/** Whoever is not dropped after so many is never dropped. */
const MOST_MESSAGES = 600;
const MOST_HELD_MIB = 20;
const LATEST_MS = 100;

export const SLOW_READING: Fault = {
  name: `a client that reads nothing beside ${READERS} that read`,
  limitMinutes: 6,
  async run({ start }) {
    const studio = await start({ nodeArguments: TELLS_MEMORY });
    const client = new StudioClient(studio.port);
    const sessionId = await client.demoSession();
    const done = new AbortController();
    const readers = Array.from({ length: READERS }, () => new Reader());
    const reading = readers.map((reader) =>
      reader.read(client, sessionId, done.signal),
    );
    for (let n = 0; n < WARM_MESSAGES; n += 1) await say(client, sessionId);
    await allRead(client, sessionId, readers);
    const before = await held(studio);
    const without = readers.flatMap((reader) => reader.takeDelays());
    const stalled = client.stalledStream(sessionId);
    await client.until(async () =>
      (await streams(client)) > READERS ? true : undefined,
    );
    let said = 0;
    let most = 0;
    while ((await streams(client)) > READERS && said < MOST_MESSAGES) {
      await say(client, sessionId);
      said += 1;
      if (said % 25 !== 0) continue;
      // A collection holds up what is on its way.
      await allRead(client, sessionId, readers);
      most = Math.max(most, (await held(studio)) - before);
    }
    must(said < MOST_MESSAGES, "Who read nothing was not dropped.");
    stalled.destroy();
    const events = await client.events(sessionId);
    mustBeWhole(events);
    await allRead(client, sessionId, readers);
    done.abort();
    await Promise.all(reading);
    const delays = readers.flatMap((reader) => reader.takeDelays());
    const [late, usual] = [percentile99(delays), percentile99(without)];
    must(most < MOST_HELD_MIB, `The server held ${most} MiB more.`);
    must(
      late < LATEST_MS,
      `Others got events after ${late} ms (${usual} ms without it).`,
    );
    await mustReadAll(client, sessionId, events.length);
    return `dropped after ${said} messages of 23 KiB, with at most ${most} MiB more held; the others got 99 of 100 events of the answers within ${late} ms (${usual} ms without it), and it read all ${events.length} when it came back`;
  },
};

/** Counts what it reads and how late it came. */
class Reader {
  last = 0;
  readonly #delaysMs: number[] = [];
  readonly #decoder = createFrameDecoder();
  readonly #text = new TextDecoder();

  async read(
    client: StudioClient,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<void> {
    const onBytes = (bytes: Uint8Array): void => this.#take(bytes);
    await client
      .stream(sessionId, { signal, onBytes })
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
  }

  #take(bytes: Uint8Array): void {
    const now = Date.now();
    const text = this.#text.decode(bytes, { stream: true });
    for (const frame of this.#decoder.push(text)) {
      if (frame.kind !== "event") continue;
      const { sequence, timestamp, type } = JSON.parse(
        frame.data,
      ) as HarnessEvent;
      must(sequence === this.last + 1, `After ${this.last} came ${sequence}.`);
      this.last = sequence;
      if (!BEGINNING.has(type))
        this.#delaysMs.push(now - Date.parse(timestamp));
    }
  }

  /** How late what was said came since the last call, in milliseconds. */
  takeDelays(): readonly number[] {
    return this.#delaysMs.splice(0);
  }
}

function percentile99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

async function say(client: StudioClient, sessionId: string): Promise<void> {
  const path = `/sessions/${sessionId}/messages`;
  const { status } = await client.ask("POST", path, { text: LONG_TEXT });
  must(status === 202, `A message was answered with ${status}.`);
  await client.idle(sessionId);
}

async function allRead(
  client: StudioClient,
  sessionId: string,
  readers: readonly Reader[],
): Promise<void> {
  const { lastSequence } = await client.summary(sessionId);
  await client.until(async () =>
    readers.every(({ last }) => last === lastSequence) ? true : undefined,
  );
}

async function streams(client: StudioClient): Promise<number> {
  const { body } = await client.ask("GET", "/metrics");
  return (body as { openStreams: number }).openStreams;
}

/** What the program holds and the buffers outside of its heap, in MiB. */
async function held(studio: StudioProcess): Promise<number> {
  const { heapUsed, external } = await heldMemory(studio);
  return toMib(heapUsed + external);
}

async function mustReadAll(
  client: StudioClient,
  sessionId: string,
  events: number,
): Promise<void> {
  const done = new AbortController();
  const reader = new Reader();
  const reading = reader.read(client, sessionId, done.signal);
  await client.until(async () => (reader.last === events ? true : undefined));
  done.abort();
  await reading;
}
