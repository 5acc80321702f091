import { Agent, get } from "node:http";
import { join } from "node:path";
import type { Scenario } from "../scenario.ts";
import type { Reading } from "../trial.ts";
import type { PlainApiRemote } from "./plain-api-process.ts";
import { cpuSecondsOf, untilAtRest } from "./process-usage.ts";
import { withStudio } from "./started-studio.ts";
import type { StartedStudio } from "./started-studio.ts";

const IN_FLIGHT = 16;
/** After so many requests that are not counted, what is used often is compiled. */
const FULL = { seconds: 2, warmUp: 20_000 };
const QUICK = { seconds: 0.5, warmUp: 2_000 };
const PATH = "/api/health";

/** What a small request costs the server, all guards of the front door included. */
export const API_REQUESTS: Scenario<"raw" | "fastify" | "studio"> = {
  name: "api",
  title: `GET ${PATH}, ${IN_FLIGHT} at a time`,
  contenders: ["raw", "fastify", "studio"],
  figures: ["microseconds", "perSecond"],
  ratio: "microseconds",
  measure: async ({ contender, children, isQuick }) => {
    const length = isQuick ? QUICK : FULL;
    if (contender === "studio")
      return withStudio(children, {}, (studio) =>
        measureRequests(studio, length),
      );
    const plain = children.start<PlainApiRemote>({
      file: join(import.meta.dirname, "plain-api-process.ts"),
      args: [contender],
    });
    try {
      const port = await plain.call("port", undefined);
      return await measureRequests({ port, pid: plain.pid }, length);
    } finally {
      await plain.stop();
    }
  },
};

async function measureRequests(
  { port, pid }: StartedStudio,
  { seconds, warmUp }: typeof FULL,
): Promise<Reading> {
  await untilAtRest(pid);
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  await askFor(agent, port, { requests: warmUp });
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
