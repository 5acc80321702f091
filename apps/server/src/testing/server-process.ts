/** The program as a process of its own. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "..", "main.ts");
const ADDRESS = /Agent Studio is ready: http:\/\/127\.0\.0\.1:([0-9]+)/;
const LIMIT_MS = 30_000;

export interface ServerExit {
  readonly code: number | null;
  readonly output: string;
}

export interface ServerProcess {
  /** Resolves with the port when the program says where it is; rejects when it ends before. */
  readonly port: Promise<number>;
  readonly exit: Promise<ServerExit>;
  /** What it wrote so far. */
  output(): string;
  signal(name: NodeJS.Signals): void;
}

export interface ServerProcessOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** For Node itself. */
  readonly nodeArguments?: readonly string[];
  /** When the process is killed, in milliseconds. */
  readonly limitMs?: number;
}

/** Starts the program with these settings only; it is killed when it takes too long. */
export function startServerProcess({
  environment,
  cwd,
  nodeArguments = [],
  limitMs = LIMIT_MS,
}: ServerProcessOptions): ServerProcess {
  const child = spawn(process.execPath, [...nodeArguments, MAIN], {
    cwd,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: limitMs,
    killSignal: "SIGKILL",
  });
  const port = Promise.withResolvers<number>();
  port.promise.catch(() => undefined);
  let output = "";
  const read = (text: string) => {
    output += text;
    const found = ADDRESS.exec(output)?.[1];
    if (found !== undefined) port.resolve(Number(found));
  };
  child.stdout.setEncoding("utf8").on("data", read);
  child.stderr.setEncoding("utf8").on("data", read);
  const exit = new Promise<ServerExit>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      port.reject(new Error(`The server ended: ${output}`));
      resolve({ code, output });
    });
  });
  return {
    port: port.promise,
    exit,
    output: () => output,
    signal: (name) => child.kill(name),
  };
}
