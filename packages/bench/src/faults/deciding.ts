/** Decisions that come at once: one of them counts: fault-003. */
import { count, must, mustBeWhole, type Fault } from "./fault.ts";
import { StudioClient } from "./studio-client.ts";

const CLIENTS = 50;
const RACES = 200;
const RACES_A_SESSION = 20;

export const DECIDING: Fault = {
  name: `${CLIENTS} approvals of one question at once`,
  limitMinutes: 2,
  async run({ start }) {
    const studio = await start();
    const client = new StudioClient(studio.port);
    const sessionId = await client.demoSession();
    await client.sendDemoTask(sessionId);
    const { approvalId } = await client.asked(sessionId);
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, () =>
        client.decide(sessionId, approvalId, "approve"),
      ),
    );
    await client.idle(sessionId);
    const events = await client.events(sessionId);
    mustBeWhole(events);
    must(
      answers.every(({ status }) => status === 200),
      "An approval was refused.",
    );
    const texts = new Set(answers.map(({ body }) => JSON.stringify(body)));
    must(texts.size === 1, "The answers differ.");
    must(
      count(events, "artifact.saved") === 1,
      "The report was not saved once.",
    );
    return "1 decision, 1 execution, equal answers";
  },
};

export const RACING: Fault = {
  name: `approve against deny and stop, ${RACES} times`,
  limitMinutes: 10,
  async run({ start }) {
    const studio = await start();
    const tally = { approved: 0, denied: 0, cancelled: 0 };
    for (let n = 0; n < RACES; n += RACES_A_SESSION) {
      // A limit of requests a minute is for people, not for this.
      const client = new StudioClient(studio.port);
      const sessionId = await client.demoSession();
      for (let race = 0; race < RACES_A_SESSION; race += 1)
        await raceOnce(client, sessionId, race % 2 === 0, tally);
      mustBeWhole(await client.events(sessionId));
    }
    return `${tally.approved} approved, ${tally.denied} denied, ${tally.cancelled} stopped; none was executed after a refusal`;
  },
};

/** The second follows so soon that the first may not have arrived. */
async function atOnce([first, second]: readonly [
  () => Promise<unknown>,
  () => Promise<unknown>,
]): Promise<void> {
  const begun = first();
  await new Promise((go) => setTimeout(go, Math.random() * 3));
  await Promise.all([begun, second()]);
}

async function raceOnce(
  client: StudioClient,
  sessionId: string,
  isStop: boolean,
  tally: { approved: number; denied: number; cancelled: number },
): Promise<void> {
  const before = count(await client.events(sessionId), "artifact.saved");
  const sent = await client.sendDemoTask(sessionId);
  const { runId } = sent.body as { runId: string };
  const { approvalId } = await client.asked(sessionId);
  const approve = () => client.decide(sessionId, approvalId, "approve");
  const oppose = () =>
    isStop
      ? client.ask("POST", `/sessions/${sessionId}/runs/${runId}/cancel`, {})
      : client.decide(sessionId, approvalId, "deny");
  await atOnce(Math.random() < 0.5 ? [approve, oppose] : [oppose, approve]);
  await client.idle(sessionId);
  const events = await client.events(sessionId);
  const resolved = events.findLast(({ type }) => type === "approval.resolved");
  if (resolved?.type !== "approval.resolved") throw new Error("No decision.");
  const { status } = resolved.payload;
  if (status === "approved" || status === "denied" || status === "cancelled")
    tally[status] += 1;
  const saved = count(events, "artifact.saved") - before;
  must(
    status === "approved" ? saved <= 1 : saved === 0,
    `An approval that is ${status} saved ${saved} times.`,
  );
}
