/** The server is killed while the demo task runs, and started again on its folder. */
import type { HarnessEvent } from "@agent-studio/shared";
import { count, must, mustBegin, mustBeWhole, type Fault } from "./fault.ts";
import { StudioClient } from "./studio-client.ts";
import { startStudio } from "./studio-process.ts";

const KILLS = 50;
/** The demo task at a natural pace takes about so long until its question, in milliseconds. */
const RANDOM_MS = 3000;

interface Kill {
  readonly wasWaiting: boolean;
  readonly savedTwice: boolean;
}

export const KILLING: Fault = {
  name: `SIGKILL at ${KILLS} random moments of a run that asks`,
  async run(folder) {
    const kills: Kill[] = [];
    for (let n = 0; n < KILLS; n += 1)
      kills.push(await killOnce(`${folder}/${n}`));
    const waiting = kills.filter(({ wasWaiting }) => wasWaiting).length;
    must(
      !kills.some(({ savedTwice }) => savedTwice),
      "A report was saved twice.",
    );
    return `${waiting} were waiting for a person afterwards, ${KILLS - waiting} were interrupted or not begun; every event that was seen is there, no report was saved twice`;
  },
};

async function killOnce(folder: string): Promise<Kill> {
  const environment = { STUDIO_DEMO_PACE: "natural" };
  const before = await startStudio({ folder, environment });
  const client = new StudioClient(before.port);
  const sessionId = await client.demoSession();
  await client.sendDemoTask(sessionId);
  const seen = await watchFor(client, sessionId, Math.random() * RANDOM_MS);
  await before.kill();
  const after = await startStudio({ folder, port: before.port });
  const recovered = await client.events(sessionId);
  mustBegin(recovered, seen);
  const wasWaiting = (await client.pending(sessionId)).length > 0;
  if (!wasWaiting) {
    await client.idle(sessionId);
    const sent = await client.sendDemoTask(sessionId);
    must(sent.status === 202, `A message was answered with ${sent.status}.`);
  }
  const { approvalId } = await client.asked(sessionId);
  const decided = await client.decide(sessionId, approvalId, "approve");
  must(decided.status === 200, `A decision was answered ${decided.status}.`);
  await client.idle(sessionId);
  const events = await client.events(sessionId);
  mustBeWhole(events);
  mustBegin(events, recovered);
  await after.kill();
  return { wasWaiting, savedTwice: count(events, "artifact.saved") !== 1 };
}

/** Reads the log again and again for some time; gives what was seen last. */
async function watchFor(
  client: StudioClient,
  sessionId: string,
  forMs: number,
): Promise<readonly HarnessEvent[]> {
  const end = performance.now() + forMs;
  let seen: readonly HarnessEvent[] = [];
  while (performance.now() < end) seen = await client.events(sessionId);
  return seen;
}
