import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const BOOTSTRAP = join(import.meta.dirname, "..", "bootstrap.mjs");

/** A checkout with nothing in it but the bootstrap, in a folder whose path has spaces. */
export interface StubProject {
  readonly root: string;
  /** How often the stub of `npx` was called, with its arguments. */
  readonly installs: () => readonly string[];
  readonly write: (file: string, text: string) => void;
  readonly start: (options?: StartOptions) => Running;
  readonly remove: () => void;
}

export interface StartOptions {
  readonly args?: readonly string[];
  /** Starts it as npm does: below a shell that is the parent. */
  readonly belowShell?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves once the output holds the text; rejects if the process ends before. */
  readonly prints: (text: string) => Promise<void>;
  readonly exit: Promise<number | null>;
}

/** Installs like pnpm would: puts a Node into node_modules, and writes down that it did. */
const NPX = `#!/bin/sh
echo "$@" >> "$STUB_ROOT/installs"
[ "$STUB_NPX_CODE" = "" ] || exit "$STUB_NPX_CODE"
mkdir -p "$STUB_ROOT/node_modules/node/bin"
ln -sf "$STUB_NODE" "$STUB_ROOT/node_modules/node/bin/node"
`;

export function createStubProject(): StubProject {
  const root = mkdtempSync(join(tmpdir(), "studio with spaces "));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write(
    "package.json",
    JSON.stringify({ devDependencies: { pnpm: "12.0.0" } }),
  );
  write("pnpm-lock.yaml", "lockfileVersion: '9.0'\n");
  write("pnpm-workspace.yaml", "packages: []\n");
  write("bin/npx", NPX);
  chmodSync(join(root, "bin", "npx"), 0o755);
  symlinkSync(process.execPath, join(root, "bin", "node"));
  mkdirSync(join(root, "scripts"));
  copyFileSync(BOOTSTRAP, join(root, "scripts", "bootstrap.mjs"));
  return {
    root,
    write,
    installs: () => {
      const log = join(root, "installs");
      return existsSync(log)
        ? readFileSync(log, "utf8").trim().split("\n")
        : [];
    },
    start: (options = {}) => start(root, options),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function start(root: string, options: StartOptions): Running {
  const { args = ["script.mjs"], belowShell = false, env = {} } = options;
  const words = [join(root, "scripts", "bootstrap.mjs"), ...args];
  const [command, rest] = belowShell
    ? [
        "/bin/sh",
        [
          "-c",
          '"$0" "$@" & echo "bootstrap $!"; wait',
          process.execPath,
          ...words,
        ],
      ]
    : [process.execPath, words];
  const child = spawn(command, rest, {
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PATH: `${join(root, "bin")}:/usr/bin:/bin`,
      STUB_ROOT: root,
      STUB_NODE: process.execPath,
      ...env,
    },
  });
  return watch(child);
}

function watch(child: ChildProcess): Running {
  let output = "";
  const waiting = new Map<string, PromiseWithResolvers<undefined>>();
  const take = (text: string): void => {
    output += text;
    for (const [wanted, { resolve }] of waiting)
      if (output.includes(wanted)) resolve(undefined);
  };
  child.stdout?.setEncoding("utf8").on("data", take);
  child.stderr?.setEncoding("utf8").on("data", take);
  const exit = once(child, "close").then(() => {
    for (const { reject } of waiting.values())
      reject(new Error(`It ended:\n${output}`));
    return child.exitCode;
  });
  return {
    child,
    exit,
    output: () => output,
    prints: async (text) => {
      const seen = Promise.withResolvers<undefined>();
      waiting.set(text, seen);
      take("");
      await seen.promise;
    },
  };
}
