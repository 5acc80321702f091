import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { StudioClient } from "../faults/studio-client.ts";
import type { Scenario } from "../scenario.ts";
import { percentile } from "../statistics.ts";
import { trustedSession } from "./demo-runs.ts";
import { rssOf } from "./process-usage.ts";
import { withStudio } from "./started-studio.ts";

const WATCHERS = 1000;
const QUICK_WATCHERS = 100;
/** Demo runs in the session before: its snapshot is one of a lesson and not of a beginning. */
const RUNS = 10;
const QUICK_RUNS = 2;
/** How often someone else asks for something small meanwhile, in milliseconds. */
const OTHERS_EVERY_MS = 2;
const MIB = 1024 * 1024;

interface Asked {
  readonly port: number;
  readonly agent: Agent;
  readonly cookie: string;
}

/** A class that lost its place at the same moment, and begins again from the session's state. */
export const SNAPSHOTS: Scenario<"studio"> = {
  name: "snapshots",
  title: `${WATCHERS.toLocaleString("en-US")} watchers who were reset and ask for the session's state at once`,
  contenders: ["studio"],
  figures: ["doneMs", "othersP99Ms", "rssGrowthMiB", "count", "kilobytes"],
  measure: ({ children, isQuick }) =>
    withStudio(children, {}, async ({ port, pid }) => {
      const session = await trustedSession(new StudioClient(port));
      const { client, sessionId } = session;
      for (let run = 0; run < (isQuick ? QUICK_RUNS : RUNS); run += 1) {
        await client.sendDemoTask(sessionId);
        await client.idle(sessionId);
      }
      const agent = new Agent({ keepAlive: true });
      const asked = { port, agent, cookie: client.cookie };
      const path = `/api/sessions/${sessionId}/snapshot`;
      const others = askNowAndThen(asked);
      const before = await rssOf(pid);
      const startedAt = performance.now();
      const snapshots = await Promise.all(
        Array.from({ length: isQuick ? QUICK_WATCHERS : WATCHERS }, () =>
          ask(asked, path),
        ),
      );
      const doneMs = performance.now() - startedAt;
      const grown = (await rssOf(pid)) - before;
      const took = await others.stop();
      agent.destroy();
      return {
        figures: {
          doneMs,
          othersP99Ms: percentile(took, 0.99) ?? Number.NaN,
          rssGrowthMiB: Math.max(0, grown) / MIB,
          count: new Set(snapshots).size,
          kilobytes: Buffer.byteLength(snapshots[0] ?? "") / 1000,
        },
      };
    }),
};

/** Asks for something small again and again; `stop` gives the milliseconds that each answer took. */
function askNowAndThen(asked: Asked): { stop(): Promise<readonly number[]> } {
  const took: number[] = [];
  const halt = new AbortController();
  const work = async (): Promise<void> => {
    while (!halt.signal.aborted) {
      const before = performance.now();
      await ask(asked, "/api/health");
      took.push(performance.now() - before);
      await delay(OTHERS_EVERY_MS);
    }
  };
  const worked = work();
  return {
    async stop() {
      halt.abort();
      await worked;
      return took;
    },
  };
}

function ask({ port, agent, cookie }: Asked, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { cookie };
    const request = get(
      { host: "127.0.0.1", port, path, agent, headers },
      (response) => {
        if (response.statusCode !== 200)
          reject(new Error(`It answered ${String(response.statusCode)}.`));
        const pieces: Buffer[] = [];
        response.on("data", (piece: Buffer) => pieces.push(piece));
        response.once("end", () => resolve(Buffer.concat(pieces).toString()));
      },
    );
    request.once("error", reject);
  });
}
