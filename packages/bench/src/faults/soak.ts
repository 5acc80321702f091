/** The server is used for long: what it holds at the end is what it held when it was warm: fault-018. */
import { readdirSync, readFileSync } from "node:fs";
import { must, mustBeWhole, type Fault } from "./fault.ts";
import { StudioClient } from "./studio-client.ts";

/** `STUDIO_SOAK_RUNS` for more of them. */
const RUNS = Number(process.env["STUDIO_SOAK_RUNS"] ?? 600);
/** Each viewer and session is used for so many runs, then deleted. */
const RUNS_A_SESSION = 25;
/** Resident memory may swing by so much between two looks, in MiB: it is collected when Node likes. */
const SWING_MIB = 80;
const SWING_FILES = 8;

interface Held {
  readonly mib: number;
  readonly files: number;
}

export const SOAK: Fault = {
  name: `${RUNS} runs, every third of them stopped`,
  limitMinutes: 5 + Math.ceil(RUNS / 20),
  async run({ start }) {
    const studio = await start();
    const held: Held[] = [];
    for (let n = 0; n < RUNS; n += RUNS_A_SESSION) {
      await useOneSession(new StudioClient(studio.port));
      held.push(heldBy(studio.child.pid));
    }
    // The first third of the time is for getting warm.
    const warm = held.slice(Math.floor(held.length / 3));
    const [first, last] = [warm.at(0), warm.at(-1)];
    if (first === undefined || last === undefined) throw new Error("No runs.");
    must(
      last.mib <= first.mib + SWING_MIB,
      `Memory went from ${first.mib} to ${last.mib} MiB.`,
    );
    must(
      last.files <= first.files + SWING_FILES,
      `Open files went from ${first.files} to ${last.files}.`,
    );
    return `${first.mib} MiB and ${first.files} open files when warm, ${last.mib} MiB and ${last.files} at the end`;
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

/** Resident memory and open files, as Linux tells them. */
function heldBy(pid: number | undefined): Held {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kib = Number(/VmRSS:\s+([0-9]+)/.exec(status)?.[1] ?? 0);
  const files = readdirSync(`/proc/${pid}/fd`).length;
  return { mib: Math.round(kib / 1024), files };
}
