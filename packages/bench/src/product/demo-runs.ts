import type { Run } from "@agent-studio/shared";
import { StudioClient } from "../faults/studio-client.ts";
import type { Scenario } from "../scenario.ts";
import { median } from "../statistics.ts";
import { withStudio } from "./started-studio.ts";

const RUNS = 100;
const QUICK_RUNS = 20;
/** Sessions of one viewer, so that none asks more often than one may. */
const SESSIONS_A_VIEWER = 10;

/** A session that answers its own questions. */
export interface TrustedSession {
  readonly client: StudioClient;
  readonly sessionId: string;
}

/** Makes a session with the demo model that trusts what asks. */
export async function trustedSession(
  client: StudioClient,
): Promise<TrustedSession> {
  const sessionId = await client.demoSession();
  await client.ask("PATCH", `/sessions/${sessionId}`, { trust: true });
  return { client, sessionId };
}

/** The runs of a session so far. */
export async function runsOf(session: TrustedSession): Promise<readonly Run[]> {
  const path = `/sessions/${session.sessionId}/runs`;
  const { body } = await session.client.ask("GET", path);
  return (body as { readonly runs: readonly Run[] }).runs;
}

/** A class that starts the demo task at the same moment. */
export const DEMO_RUNS: Scenario<"studio"> = {
  name: "runs",
  title: `${RUNS} demo runs at the same time, at instant pace`,
  contenders: ["studio"],
  figures: ["share", "doneMs", "p50Ms", "milliseconds"],
  measure: ({ children, isQuick }) =>
    withStudio(children, {}, async ({ port }) => {
      const sessions = await openSessions(port, isQuick ? QUICK_RUNS : RUNS);
      const startedAt = performance.now();
      await Promise.all(
        sessions.map(async ({ client, sessionId }) => {
          await client.sendDemoTask(sessionId);
          await client.ended(sessionId);
        }),
      );
      const doneMs = performance.now() - startedAt;
      const runs = (await Promise.all(sessions.map(runsOf))).flat();
      const took = runs.map(
        ({ startedAt: from, endedAt = from }) =>
          Date.parse(endedAt) - Date.parse(from),
      );
      const completed = runs.filter(({ status }) => status === "completed");
      return {
        figures: {
          share: (completed.length / sessions.length) * 100,
          doneMs,
          p50Ms: median(took) ?? Number.NaN,
          milliseconds: Math.max(...took),
        },
      };
    }),
};

async function openSessions(
  port: number,
  count: number,
): Promise<readonly TrustedSession[]> {
  const viewers = Array.from(
    { length: Math.ceil(count / SESSIONS_A_VIEWER) },
    () => new StudioClient(port),
  );
  const opened = viewers.map(async (client, index) => {
    const left = count - index * SESSIONS_A_VIEWER;
    const own: TrustedSession[] = [];
    while (own.length < Math.min(SESSIONS_A_VIEWER, left))
      own.push(await trustedSession(client));
    return own;
  });
  return (await Promise.all(opened)).flat();
}
