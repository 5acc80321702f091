import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { CHECKOUT } from "./checkout.ts";
import { runCommand } from "./command.ts";
import type { StepResult } from "./step.ts";

const RULES = join(CHECKOUT, ".dependency-cruiser.cjs");
const PARTS = ["apps", "packages", "scripts"];

export interface ImportViolation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

export interface ImportReport {
  readonly violations: readonly ImportViolation[];
  /** Source files that the checker has read, relative to the tree's root. */
  readonly read: readonly string[];
}

export interface CheckImportsOptions {
  /** A tree laid out like this repository. */
  readonly root: string;
  readonly signal?: AbortSignal;
}

/**
 * Checks the import rules, and that the checker has read every source file: with
 * a compiler that it can't load it reads nothing and calls that a success.
 */
export async function checkImports(
  options: CheckImportsOptions,
): Promise<StepResult> {
  const { violations, read } = await reportImports(options);
  const seen = new Set(read);
  const unread = sourceFiles(options.root).filter((file) => !seen.has(file));
  const lines = [
    ...violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`),
    ...unread.map((file) => `not read by the import checker: ${file}`),
  ];
  return { ok: lines.length === 0, output: lines.join("\n") };
}

/** Runs dependency-cruiser over a tree. Throws when it gives no report. */
export async function reportImports(
  options: CheckImportsOptions,
): Promise<ImportReport> {
  const parts = PARTS.filter((part) => existsSync(join(options.root, part)));
  const { stdout, output } = await runCommand(
    "depcruise",
    [...parts, "--config", RULES, "--output-type", "json"],
    {
      cwd: options.root,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    },
  );
  if (!stdout.startsWith("{"))
    throw new Error(`dependency-cruiser gave no report:\n${output}`);
  return parseReport(stdout);
}

function parseReport(json: string): ImportReport {
  const { modules, summary } = JSON.parse(json) as {
    modules: readonly { source: string }[];
    summary: {
      violations: readonly {
        rule: { name: string };
        from: string;
        to: string;
      }[];
    };
  };
  return {
    violations: summary.violations.map(({ rule, from, to }) => ({
      rule: rule.name,
      from,
      to,
    })),
    read: modules.map(({ source }) => source),
  };
}

function sourceFiles(root: string): readonly string[] {
  return globSync("{apps,packages}/*/src/**/*.{ts,tsx}", { cwd: root }).sort();
}
