/** Calls of functions in a child process, over the channel that Node opens between the two. */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Each of many children would compile the same code anew. */
const COMPILED = fileURLToPath(
  new URL(
    "../../../../node_modules/.agent-studio/bench-compiled",
    import.meta.url,
  ),
);

/** What a process offers; a type and not an interface, so that object types fit. */
export type Commands = Readonly<Record<string, (argument: never) => unknown>>;

type NameOf<C> = keyof C & string;
type ArgumentOf<F> = F extends (argument: infer A) => unknown ? A : never;
type ResultOf<F> = F extends (argument: never) => infer R ? Awaited<R> : never;

interface Request {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}
interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** Answers the parent's calls until it goes away, and then ends this process. */
export function serveCalls(commands: Commands): void {
  const answer = async ({ id, name, argument }: Request): Promise<Reply> => {
    try {
      const command = commands[name] as (argument: unknown) => unknown;
      return { id, result: await command(argument) };
    } catch (error) {
      return { id, error: error instanceof Error ? String(error.stack) : "?" };
    }
  };
  process.on("message", (request: Request) => {
    void answer(request).then((reply) => process.send?.(reply));
  });
  process.once("disconnect", () => process.exit(0));
}

/** A child process and the way to its functions. */
export interface Remote<C extends Commands> {
  readonly pid: number;
  call<K extends NameOf<C>>(
    name: K,
    argument: ArgumentOf<C[K]>,
  ): Promise<ResultOf<C[K]>>;
  /** Ends the process. Idempotent; never rejects. */
  stop(): Promise<void>;
}

export interface RemoteOptions {
  /** The program of the child. */
  readonly file: string;
  readonly args?: readonly string[];
  /** For Node itself. */
  readonly nodeArguments?: readonly string[];
}

/** Every child of this process, so that none outlives it. */
export class Children {
  readonly #kills = new Set<() => void>();

  start<C extends Commands>(options: RemoteOptions): Remote<C> {
    const { file, args = [], nodeArguments = [] } = options;
    const child = fork(file, [...args], {
      execArgv: [...nodeArguments],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    });
    return createRemote<C>(child, this.adopt(child));
  }

  /**
   * Takes care of a child that was started elsewhere; resolves when it has ended. One that leads a group of processes
   * is killed with all of them.
   */
  async adopt(child: ChildProcess, leadsGroup = false): Promise<void> {
    const kill = (): void => {
      if (leadsGroup) killGroup(child);
      else child.kill("SIGKILL");
    };
    this.#kills.add(kill);
    await once(child, "exit").catch(() => undefined);
    this.#kills.delete(kill);
  }

  /** Kills what is left, each by its own id; gives how many. */
  killAll(): number {
    for (const kill of this.#kills) kill();
    return this.#kills.size;
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of them have ended.
  }
}

function createRemote<C extends Commands>(
  child: ChildProcess,
  exit: Promise<unknown>,
): Remote<C> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;
  child.on("message", ({ id, result, error }: Reply) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error));
  });
  void exit.then(() => {
    for (const call of waiting.values())
      call.reject(new Error("The process ended before it answered."));
    waiting.clear();
  });
  return {
    pid: child.pid ?? 0,
    async call(name, argument) {
      calls += 1;
      const call = Promise.withResolvers<unknown>();
      waiting.set(calls, call);
      child.send({ id: calls, name, argument } satisfies Request);
      return (await call.promise) as never;
    },
    async stop() {
      child.kill("SIGKILL");
      await exit;
    },
  };
}
