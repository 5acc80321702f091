import { Agent, get } from "node:http";
import { join } from "node:path";
import type { Scenario } from "../scenario.ts";
import type { Reading } from "../trial.ts";
import type { RawApiRemote } from "./raw-api-process.ts";
import { cpuSecondsOf } from "./process-usage.ts";
import { withStudio } from "./started-studio.ts";

const IN_FLIGHT = 16;
const SECONDS = 2;
const QUICK_SECONDS = 0.5;
const WARM_UP_SECONDS = 0.5;
const PATH = "/api/health";

/** What a small request costs the server, all guards of the front door included. */
export const API_REQUESTS: Scenario<"raw" | "studio"> = {
  name: "api",
  title: `GET ${PATH}, ${IN_FLIGHT} at a time`,
  contenders: ["raw", "studio"],
  figures: ["microseconds", "perSecond"],
  ratio: "microseconds",
  measure: async ({ contender, children, isQuick }) => {
    const seconds = isQuick ? QUICK_SECONDS : SECONDS;
    if (contender === "studio")
      return withStudio(children, {}, ({ port, pid }) =>
        measureRequests(port, pid, seconds),
      );
    const raw = children.start<RawApiRemote>({
      file: join(import.meta.dirname, "raw-api-process.ts"),
    });
    try {
      const port = await raw.call("port", undefined);
      return await measureRequests(port, raw.pid, seconds);
    } finally {
      await raw.stop();
    }
  },
};

async function measureRequests(
  port: number,
  pid: number,
  seconds: number,
): Promise<Reading> {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  await askFor(agent, port, WARM_UP_SECONDS);
  const before = await cpuSecondsOf(pid);
  const requests = await askFor(agent, port, seconds);
  const cpu = (await cpuSecondsOf(pid)) - before;
  agent.destroy();
  return {
    figures: {
      microseconds: (cpu / requests) * 1e6,
      perSecond: requests / seconds,
    },
  };
}

/** Asks without a pause for some seconds; gives how often. */
async function askFor(
  agent: Agent,
  port: number,
  seconds: number,
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let requests = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      await ask(agent, port);
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  return requests;
}

function ask(agent: Agent, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(
      { host: "127.0.0.1", port, path: PATH, agent },
      (response) => {
        if (response.statusCode !== 200)
          reject(new Error(`It answered ${String(response.statusCode)}.`));
        response.resume().once("end", resolve);
      },
    );
    request.once("error", reject);
  });
}
