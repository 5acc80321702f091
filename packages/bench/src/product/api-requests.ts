import { Agent, get } from "node:http";
import { join } from "node:path";
import type { Scenario } from "../scenario.ts";
import type { Reading } from "../trial.ts";
import type { PlainApiRemote } from "./plain-api-process.ts";
import { cpuSecondsOf } from "./process-usage.ts";
import { withStudio } from "./started-studio.ts";

const IN_FLIGHT = 16;
const SECONDS = 2;
const QUICK_SECONDS = 0.5;
/** What a program loads in the background after its start is over then, and what is used often is compiled. */
const WARM_UP_REQUESTS = 2000;
const PATH = "/api/health";

/** What a small request costs the server, all guards of the front door included. */
export const API_REQUESTS: Scenario<"raw" | "fastify" | "studio"> = {
  name: "api",
  title: `GET ${PATH}, ${IN_FLIGHT} at a time`,
  contenders: ["raw", "studio"],
  once: ["fastify"],
  figures: ["microseconds", "perSecond"],
  ratio: "microseconds",
  measure: async ({ contender, children, isQuick }) => {
    const seconds = isQuick ? QUICK_SECONDS : SECONDS;
    if (contender === "studio")
      return withStudio(children, {}, ({ port, pid }) =>
        measureRequests(port, pid, seconds),
      );
    const plain = children.start<PlainApiRemote>({
      file: join(import.meta.dirname, "plain-api-process.ts"),
      args: [contender],
    });
    try {
      const port = await plain.call("port", undefined);
      return await measureRequests(port, plain.pid, seconds);
    } finally {
      await plain.stop();
    }
  },
};

async function measureRequests(
  port: number,
  pid: number,
  seconds: number,
): Promise<Reading> {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  await askFor(agent, port, { requests: WARM_UP_REQUESTS });
  const before = await cpuSecondsOf(pid);
  const requests = await askFor(agent, port, { seconds });
  const cpu = (await cpuSecondsOf(pid)) - before;
  agent.destroy();
  return {
    figures: {
      microseconds: (cpu / requests) * 1e6,
      perSecond: requests / seconds,
    },
  };
}

/** Asks without a pause, so long or so often; gives how often. */
async function askFor(
  agent: Agent,
  port: number,
  {
    seconds = Number.POSITIVE_INFINITY,
    requests = Number.POSITIVE_INFINITY,
  }: { readonly seconds?: number; readonly requests?: number },
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let asked = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < end && asked < requests) {
      asked += 1;
      await ask(agent, port);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  return asked;
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
