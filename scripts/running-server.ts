import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 8_000;

export interface WithServerOptions {
  readonly root: string;
  readonly dataFolder: string;
  readonly signal: AbortSignal;
}

/**
 * Starts the server on a free port with an empty data folder and an instant demo
 * model, hands its address to `use`, and ends it afterwards, whatever happened.
 * Rejects with the server's output when it does not answer.
 */
export async function withServer<Result>(
  options: WithServerOptions,
  use: (address: string) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const server = spawn(process.execPath, [join("scripts", "serve.ts")], {
    cwd: options.root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: String(port),
      STUDIO_DATA_DIR: options.dataFolder,
      STUDIO_DEMO_PACE: "instant",
      STUDIO_ACCESS_CODE: "",
      STUDIO_ALLOWED_ORIGINS: "",
    },
  });
  let output = "";
  server.stdout
    .setEncoding("utf8")
    .on("data", (text: string) => (output += text));
  server.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => (output += text));
  const address = `http://127.0.0.1:${port}`;
  try {
    const limit = AbortSignal.any([
      options.signal,
      AbortSignal.timeout(START_LIMIT_MS),
    ]);
    if (!(await answers(address, server, limit))) {
      throw new Error(`The server did not answer on ${address}:\n${output}`);
    }
    return await use(address);
  } finally {
    await end(server);
  }
}

async function answers(
  address: string,
  server: ChildProcess,
  limit: AbortSignal,
): Promise<boolean> {
  while (!limit.aborted && server.exitCode === null) {
    const response = await fetch(`${address}/api/health`, {
      signal: limit,
    }).catch(() => undefined);
    if (response?.ok === true) return true;
    await delay(100);
  }
  return false;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, "exit");
  server.kill("SIGTERM");
  const kill = setTimeout(() => server.kill("SIGKILL"), STOP_LIMIT_MS);
  await gone;
  clearTimeout(kill);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string")
    throw new Error("No port is free.");
  return address.port;
}
