/** The server is killed while the demo task runs, and started again on its folder: fault-001. */
import type { HarnessEvent } from "@agent-studio/shared";
import {
  count,
  must,
  mustBegin,
  mustBeWhole,
  type Fault,
  type Ground,
} from "./fault.ts";
import { StudioClient } from "./studio-client.ts";

const KILLS = 50;
/** So many servers are killed beside each other. */
const AT_ONCE = 5;
const LOOK_AGAIN_MS = 20;
/** Up to so many milliseconds a run may live: a natural one speaks then, an instant one is anywhere. */
const PACES = [
  { pace: "natural", randomMs: 3000 },
  { pace: "instant", randomMs: 1500 },
] as const;

/** What the next process found. */
type Found = "waiting" | "interrupted" | "over";

export const KILLING: Fault = {
  name: `SIGKILL at ${KILLS} random moments of a run that asks`,
  limitMinutes: 15,
  async run(ground) {
    const found: Found[] = [];
    const killSome = async (first: number): Promise<void> => {
      for (let n = first; n < KILLS; n += AT_ONCE)
        found.push(await killOnce(ground, n));
    };
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, first) => killSome(first)),
    );
    const howMany = (what: Found): number =>
      found.filter((one) => one === what).length;
    return `${howMany("interrupted")} were interrupted, ${howMany("waiting")} waited for a person and went on, ${howMany("over")} were over or not begun; every event that was seen is there, and each report was saved once`;
  },
};

async function killOnce({ folder, start }: Ground, n: number): Promise<Found> {
  const own = { folder: `${folder}/${n}` };
  const { pace, randomMs } = PACES[n % 2] ?? PACES[0];
  const environment = { STUDIO_DEMO_PACE: pace };
  const before = await start({ ...own, environment });
  const client = new StudioClient(before.port);
  const sessionId = await client.demoSession();
  await client.sendDemoTask(sessionId);
  const seen = await live(client, sessionId, {
    forMs: Math.random() * randomMs,
    answers: n % 4 === 1,
  });
  await before.kill();
  const after = await start({ ...own, port: before.port });
  const recovered = await client.events(sessionId);
  mustBegin(recovered, seen);
  const found = await foundIn(client, sessionId, recovered);
  if (found !== "waiting") {
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
  const wasSaved = count(recovered, "artifact.saved");
  must(
    wasSaved <= 1 && count(events, "artifact.saved") === wasSaved + 1,
    "A report was saved twice, or not.",
  );
  await after.kill();
  return found;
}

async function foundIn(
  client: StudioClient,
  sessionId: string,
  recovered: readonly HarnessEvent[],
): Promise<Found> {
  if ((await client.pending(sessionId)).length > 0) return "waiting";
  // What was approved and not begun goes on by itself.
  await client.idle(sessionId);
  const isInterrupted = recovered.some(
    ({ type, payload }) =>
      type === "run.failed" && payload.code === "INTERRUPTED",
  );
  return isInterrupted ? "interrupted" : "over";
}

/** Reads the log again and again for some time, and may answer what is asked; gives what was seen last. */
async function live(
  client: StudioClient,
  sessionId: string,
  { forMs, answers }: { readonly forMs: number; readonly answers: boolean },
): Promise<readonly HarnessEvent[]> {
  const end = performance.now() + forMs;
  let seen: readonly HarnessEvent[] = [];
  while (performance.now() < end) {
    seen = await client.events(sessionId);
    const last = seen.at(-1);
    if (answers && last?.type === "approval.required")
      await client.decide(
        sessionId,
        last.payload.approval.approvalId,
        "approve",
      );
    await new Promise((go) => setTimeout(go, LOOK_AGAIN_MS));
  }
  return seen;
}
