import { StudioClient } from "../faults/studio-client.ts";
import type { Scenario } from "../scenario.ts";
import { processorShares } from "./cpu-profile.ts";
import { trustedSession } from "./demo-runs.ts";
import type { TrustedSession } from "./demo-runs.ts";
import { freePort } from "./free-port.ts";
import { profile } from "./profiler.ts";
import { withStudio } from "./started-studio.ts";

const RUNS = 30;
const QUICK_RUNS = 5;
const WARM_UP = 3;

/** How much of what a demo run costs is not Pi's, but the studio's own. */
export const DEMO_PROCESSOR: Scenario<"studio"> = {
  name: "processor",
  title: "The processor time of demo runs one after the other, at instant pace",
  contenders: ["studio"],
  figures: ["share", "milliseconds"],
  rounds: 1,
  measure: async ({ children, isQuick }) => {
    const inspectorPort = await freePort();
    const options = {
      nodeArguments: [`--inspect=127.0.0.1:${inspectorPort}`],
      // A profile counts waiting for the disk as work.
      environment: { STUDIO_STORE: "memory" },
    };
    return withStudio(children, options, async ({ port }) => {
      const client = new StudioClient(port);
      await runAll(await openSessions(client, WARM_UP));
      const runs = isQuick ? QUICK_RUNS : RUNS;
      const sessions = await openSessions(client, runs);
      const recorded = await profile(inspectorPort, () => runAll(sessions));
      const { busyUs, piUs, ownUs } = processorShares(recorded);
      return {
        figures: {
          share: (ownUs / (ownUs + piUs)) * 100,
          milliseconds: busyUs / runs / 1000,
        },
      };
    });
  },
};

async function openSessions(
  client: StudioClient,
  count: number,
): Promise<readonly TrustedSession[]> {
  const sessions: TrustedSession[] = [];
  while (sessions.length < count) sessions.push(await trustedSession(client));
  return sessions;
}

async function runAll(sessions: readonly TrustedSession[]): Promise<void> {
  for (const { client, sessionId } of sessions) {
    await client.sendDemoTask(sessionId);
    await client.ended(sessionId);
  }
}
