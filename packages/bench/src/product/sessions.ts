import { setTimeout as delay } from "node:timers/promises";
import { StudioClient } from "../faults/studio-client.ts";
import type { Scenario } from "../scenario.ts";
import { percentile } from "../statistics.ts";
import { trustedSession } from "./demo-runs.ts";
import { rssOf } from "./process-usage.ts";
import { withStudio } from "./started-studio.ts";

const SESSIONS = 150;
const QUICK_SESSIONS = 40;
const WARM_UP = 20;
/** Until what the making took is given back. */
const REST_MS = 500;
const MIB = 1024 * 1024;

/** What a session costs that was made and is not used. */
export const SESSIONS_IDLE: Scenario<"studio"> = {
  name: "sessions",
  title: "Sessions that are made through the API and then left alone",
  contenders: ["studio"],
  figures: ["mebibytes", "p50Ms", "p99Ms"],
  measure: ({ children, isQuick }) =>
    withStudio(children, {}, async ({ port, pid }) => {
      const client = new StudioClient(port);
      const sessions = isQuick ? QUICK_SESSIONS : SESSIONS;
      await loadEverything(client);
      await createSessions(client, WARM_UP);
      await delay(REST_MS);
      const before = await rssOf(pid);
      const took = await createSessions(client, sessions);
      await delay(REST_MS);
      const grown = (await rssOf(pid)) - before;
      return {
        figures: {
          mebibytes: Math.max(0, grown) / sessions / MIB,
          p50Ms: percentile(took, 0.5) ?? Number.NaN,
          p99Ms: percentile(took, 0.99) ?? Number.NaN,
        },
      };
    }),
};

/** What the first run loads is no cost of a session. */
async function loadEverything(client: StudioClient): Promise<void> {
  const { sessionId } = await trustedSession(client);
  await client.sendDemoTask(sessionId);
  await client.ended(sessionId);
}

/** Makes sessions one after the other; gives the milliseconds that each took. */
async function createSessions(
  client: StudioClient,
  count: number,
): Promise<number[]> {
  const took: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const before = performance.now();
    const { status } = await client.ask("POST", "/sessions", {});
    if (status !== 201) throw new Error(`A session was answered ${status}.`);
    took.push(performance.now() - before);
  }
  return took;
}
