/** The server is asked to stop, is blocked, and is used for long. */
import { readdirSync, readFileSync } from "node:fs";
import { count, must, mustBeWhole, type Fault } from "./fault.ts";
import { StudioClient } from "./studio-client.ts";
import { startStudio } from "./studio-process.ts";

const SOAK_RUNS = 300;

export const STOPPING: Fault = {
  name: "SIGTERM while a person is asked",
  async run(folder) {
    const studio = await startStudio({ folder });
    const client = new StudioClient(studio.port);
    const sessionId = await client.demoSession();
    await client.sendDemoTask(sessionId);
    const { approvalId } = await client.asked(sessionId);
    const { code, tookMs } = await studio.stop();
    must(code === 0, `It ended with ${code}.`);
    const after = await startStudio({ folder, port: studio.port });
    const [still] = await client.pending(sessionId);
    must(still?.approvalId === approvalId, "The question is gone.");
    await client.decide(sessionId, approvalId, "approve");
    await client.idle(sessionId);
    const events = await client.events(sessionId);
    mustBeWhole(events);
    must(count(events, "artifact.saved") === 1, "The report is not saved.");
    await after.kill();
    return `ended in ${tookMs} ms with code 0; the question waited, and its answer went on`;
  },
};

export const BLOCKED: Fault = {
  name: "the process stands still for 2 s in a run",
  async run(folder) {
    const studio = await startStudio({
      folder,
      environment: { STUDIO_DEMO_PACE: "natural" },
    });
    const client = new StudioClient(studio.port);
    const sessionId = await client.demoSession();
    await client.sendDemoTask(sessionId);
    const { pid = 0 } = studio.child;
    process.kill(pid, "SIGSTOP");
    await new Promise((go) => setTimeout(go, 2000));
    process.kill(pid, "SIGCONT");
    const { approvalId } = await client.asked(sessionId);
    await client.decide(sessionId, approvalId, "approve");
    await client.idle(sessionId);
    const events = await client.events(sessionId);
    mustBeWhole(events);
    must(count(events, "run.completed") === 1, "The run did not complete.");
    await studio.kill();
    return `${events.length} events, none lost, one run completed`;
  },
};

export const SOAK: Fault = {
  name: `${SOAK_RUNS} runs, every third of them stopped`,
  async run(folder) {
    const studio = await startStudio({ folder });
    const figures: string[] = [];
    let client = new StudioClient(studio.port);
    let sessionId = "";
    for (let n = 0; n < SOAK_RUNS; n += 1) {
      if (n % 25 === 0) {
        client = new StudioClient(studio.port);
        sessionId = await client.demoSession();
      }
      await oneRun(client, sessionId, n % 3 === 0);
      if (n % 100 === 99 || n === 24)
        figures.push(`${n + 1}: ${memoryOf(studio.child.pid)}`);
    }
    mustBeWhole(await client.events(sessionId));
    await studio.kill();
    return `memory and open files after so many runs: ${figures.join("; ")}`;
  },
};

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
function memoryOf(pid: number | undefined): string {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kib = Number(/VmRSS:\s+([0-9]+)/.exec(status)?.[1] ?? 0);
  const files = readdirSync(`/proc/${pid}/fd`).length;
  return `${Math.round(kib / 1024)} MiB, ${files} files`;
}
