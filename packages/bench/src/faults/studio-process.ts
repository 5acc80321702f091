/** The program as it is started, on a folder that outlives it. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "../../../../apps/server/src/main.ts");
const READY = /Agent Studio is ready: http:\/\/127\.0\.0\.1:([0-9]+)/;

export interface StudioProcess {
  readonly child: ChildProcess;
  readonly port: number;
  /** Ends it without a chance to say anything. */
  kill(): Promise<void>;
  /** Asks it to end; gives its exit code and how long it took, in milliseconds. */
  stop(): Promise<{ readonly code: number | null; readonly tookMs: number }>;
}

export interface StudioProcessOptions {
  readonly folder: string;
  /** 0 lets the system choose one. */
  readonly port?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeArguments?: readonly string[];
  /** Started by a shell after this, such as a limit. */
  readonly shellPrefix?: string;
  /** Called at once, before the program says anything. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Resolves when the program says where it is. Rejects with what it wrote when it ends before. */
export async function startStudio({
  folder,
  port = 0,
  environment = {},
  nodeArguments = [],
  shellPrefix,
  onStart,
}: StudioProcessOptions): Promise<StudioProcess> {
  const command = [process.execPath, ...nodeArguments, MAIN];
  const [file = "", ...args] =
    shellPrefix === undefined
      ? command
      : ["sh", "-c", `${shellPrefix}; exec "$@"`, "sh", ...command];
  const child = spawn(file, args, {
    env: {
      PORT: String(port),
      STUDIO_DATA_DIR: folder,
      STUDIO_DEMO_PACE: "instant",
      LOG_LEVEL: "silent",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onStart?.(child);
  let output = "";
  const found = Promise.withResolvers<number>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const match = READY.exec(output)?.[1];
      if (match !== undefined) found.resolve(Number(match));
    });
  const exit = once(child, "exit");
  void exit.then(() => found.reject(new Error(output)));
  return {
    child,
    port: await found.promise,
    async kill() {
      // Idempotent: one that has ended is not signalled again.
      child.kill("SIGKILL");
      await exit;
    },
    async stop() {
      const startedAt = performance.now();
      child.kill("SIGTERM");
      await exit;
      return {
        code: child.exitCode,
        tookMs: Math.round(performance.now() - startedAt),
      };
    },
  };
}
