import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { CHECKOUT } from "./checkout.ts";

export interface CommandResult {
  /** 128 + n is not told apart: any end by a signal is 1. */
  readonly code: number;
  /** Standard output alone. */
  readonly stdout: string;
  /** Both outputs, in the order in which they came. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

/**
 * Runs a tool of this checkout (or any program on PATH) without a shell and
 * collects what it prints. Never rejects: a program that can't be started has
 * code 127. Aborting the signal ends the program.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { cwd = CHECKOUT, env = process.env, signal } = options;
  const tools = [
    dirname(process.execPath),
    join(CHECKOUT, "node_modules", ".bin"),
  ];
  const path = [...tools, env["PATH"] ?? ""].join(delimiter);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, PATH: path },
      stdio: ["ignore", "pipe", "pipe"],
      ...(signal === undefined ? {} : { signal }),
    });
    let stdout = "";
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.once("error", (error) => {
      if (child.pid === undefined)
        resolve({ code: 127, stdout, output: `${output}${error.message}\n` });
    });
    child.once("close", (code) => {
      resolve({ code: code ?? 1, stdout, output });
    });
  });
}
