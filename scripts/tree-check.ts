import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./command.ts";
import type { StepResult } from "./step.ts";

const LARGEST_FILE_BYTES = 400 * 1024;
const GENERATED = new Set(["pnpm-lock.yaml"]);
/** Data about attacks: made-up paths and keys are their point. */
const DATA = /^(fixtures|packages\/[^/]+\/fixtures|apps\/[^/]+\/fixtures)\//;
const TESTS = /(^|\/)(tests|testing)\//;

interface Finding {
  readonly pattern: RegExp;
  readonly what: string;
  /** Tests may hold made-up values of it. */
  readonly inTests: boolean;
}

const FINDINGS: readonly Finding[] = [
  {
    pattern: /(?<![\w.)}\]/-])\/(?:home|Users|root|builds)\/[a-z]/,
    what: "a path of one machine",
    inTests: true,
  },
  {
    pattern: /(?<![\w.)}\]/-])\/(?:work|workspaces)\/[a-z]/,
    what: "a path of one machine",
    inTests: false,
  },
  {
    pattern:
      /\bregistry\.(?:npmjs|yarnpkg)\b|\bnpm\.pkg\.github\b|\bdeb\.debian\b/,
    what: "a registry's host",
    inTests: false,
  },
  {
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    what: "a private key",
    inTests: true,
  },
  {
    pattern:
      /\b(?:sk-(?:ant-|proj-)?[A-Za-z0-9_-]{24,}|gh[pousr]_[A-Za-z0-9]{30,}|AKIA[A-Z0-9]{16})\b/,
    what: "what looks like a credential",
    inTests: true,
  },
];

/**
 * Looks through every file that git has or would add for things that belong to
 * one machine or one person: paths, registries, credentials, generated bulk.
 */
export async function checkTree(root: string): Promise<StepResult> {
  const { code, stdout, output } = await runCommand(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: root },
  );
  if (code !== 0) {
    // An unpacked archive has no history to protect.
    return /not a git repository/i.test(output)
      ? { ok: true, output: "" }
      : { ok: false, output };
  }
  const problems = [...new Set(stdout.split("\0"))]
    .filter((file) => file !== "" && !GENERATED.has(file))
    .flatMap((file) => checkFile(root, file));
  return { ok: problems.length === 0, output: problems.join("\n") };
}

function checkFile(root: string, file: string): string[] {
  const path = join(root, file);
  const info = lstatSync(path, { throwIfNoEntry: false });
  if (info?.isFile() !== true) return [];
  if (info.size > LARGEST_FILE_BYTES) return [`${file}: larger than 400 KiB`];
  if (DATA.test(file)) return [];
  return findIn(readFileSync(path, "utf8"), TESTS.test(file)).map(
    ({ line, what }) => `${file}:${line}: ${what}`,
  );
}

/** The findings in one text, by line. Exported for its test. */
export function findIn(
  text: string,
  isTest: boolean,
): readonly { readonly line: number; readonly what: string }[] {
  if (text.includes("\0")) return [];
  const findings = FINDINGS.filter(({ inTests }) => !(isTest && inTests));
  return text
    .split("\n")
    .flatMap((line, index) =>
      findings
        .filter(({ pattern }) => pattern.test(line))
        .map(({ what }) => ({ line: index + 1, what })),
    );
}
