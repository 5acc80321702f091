/** The server is used for long: what it holds at the end is what it held when it was warm: fault-018. */
import { readdirSync } from "node:fs";
import { must, mustBeWhole, type Fault } from "./fault.ts";
import { heldMemory, TELLS_MEMORY, toMib } from "./held-memory.ts";
import { StudioClient } from "./studio-client.ts";
import type { StudioProcess } from "./studio-process.ts";

/** `STUDIO_SOAK_RUNS` for more of them. */
const RUNS = Number(process.env["STUDIO_SOAK_RUNS"] ?? 2000);
/** Each viewer and session is used for so many runs, then deleted. */
const RUNS_A_SESSION = 25;
const SESSIONS_AT_ONCE = 8;
/** By so much the collected heap may differ between two looks, in MiB. */
const SWING_MIB = 8;
const SWING_FILES = 8;
const SWING_RESOURCES = 8;

interface Held {
  readonly heapMib: number;
  readonly residentMib: number;
  readonly files: number;
  readonly resources: number;
}

export const SOAK: Fault = {
  name: `${RUNS} runs, every third of them stopped`,
  limitMinutes: 5 + Math.ceil(RUNS / 200),
  async run({ start }) {
    const studio = await start({ nodeArguments: TELLS_MEMORY });
    const held: Held[] = [];
    for (let n = 0; n < RUNS; n += RUNS_A_SESSION * SESSIONS_AT_ONCE) {
      const used = Array.from({ length: SESSIONS_AT_ONCE }, () =>
        useOneSession(new StudioClient(studio.port)),
      );
      await Promise.all(used);
      held.push(await heldBy(studio));
    }
    // The first third of the time is for getting warm.
    const warm = held.slice(Math.floor(held.length / 3));
    const [first, last] = [warm.at(0), warm.at(-1)];
    if (first === undefined || last === undefined) throw new Error("No runs.");
    const seen = `${tell(first)} when warm, ${tell(last)} at the end`;
    must(
      last.heapMib <= first.heapMib + SWING_MIB &&
        last.files <= first.files + SWING_FILES &&
        last.resources <= first.resources + SWING_RESOURCES,
      `More and more is held: ${seen}.`,
    );
    return seen;
  },
};

async function useOneSession(client: StudioClient): Promise<void> {
  const sessionId = await client.demoSession();
  for (let n = 0; n < RUNS_A_SESSION; n += 1)
    await oneRun(client, sessionId, n % 3 === 0);
  mustBeWhole(await client.events(sessionId));
  await client.ask("DELETE", `/sessions/${sessionId}`);
}

async function oneRun(
  client: StudioClient,
  sessionId: string,
  isStopped: boolean,
): Promise<void> {
  const sent = await client.sendDemoTask(sessionId);
  const { runId } = sent.body as { runId: string };
  const { approvalId } = await client.asked(sessionId);
  if (isStopped)
    await client.ask("POST", `/sessions/${sessionId}/runs/${runId}/cancel`, {});
  else await client.decide(sessionId, approvalId, "approve");
  await client.idle(sessionId);
}

/** Memory after a collection, and open files as Linux tells them. */
async function heldBy(studio: StudioProcess): Promise<Held> {
  const { heapUsed, rss, resources } = await heldMemory(studio);
  const files = readdirSync(`/proc/${studio.child.pid}/fd`).length;
  return {
    heapMib: toMib(heapUsed),
    residentMib: toMib(rss),
    files,
    resources,
  };
}

function tell({ heapMib, residentMib, files, resources }: Held): string {
  return `${heapMib} MiB of heap (${residentMib} MiB resident), ${files} open files and ${resources} timers and sockets`;
}
