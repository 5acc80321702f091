import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { StepResult } from "./step.ts";

/** What the first page may cost to download, as gzip: script and style that index.html names. */
const FIRST_PAGE_BUDGET_BYTES = 320 * 1024;

const FORBIDDEN: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/["'`]node:[a-z]/, "imports a Node module"],
  [/__vite-browser-external/, "holds a stub of a Node module"],
  [/earendil-works/, "holds code of Pi"],
  [/from\s*["']fastify["']/, "holds code of the server"],
];

/**
 * Looks at the built page as the browser gets it: nothing of the server in it,
 * nothing inline that the content security policy would refuse, and a size limit.
 */
export function checkBundle(dist: string): StepResult {
  const page = join(dist, "index.html");
  if (!existsSync(page))
    return { ok: false, output: "The web app has not been built." };
  const html = readFileSync(page, "utf8");
  const problems = [...inlineCode(html), ...serverCode(dist)];
  const bytes = firstPageBytes(dist, html);
  if (bytes > FIRST_PAGE_BUDGET_BYTES) {
    const kib = (n: number): string => `${(n / 1024).toFixed(0)} KiB`;
    problems.push(
      `The first page weighs ${kib(bytes)}, over ${kib(FIRST_PAGE_BUDGET_BYTES)}.`,
    );
  }
  return { ok: problems.length === 0, output: problems.join("\n") };
}

function inlineCode(html: string): string[] {
  const problems: string[] = [];
  if (/<script(?![^>]*\bsrc=)[^>]*>/i.test(html))
    problems.push("index.html has an inline script.");
  if (/<style[\s>]/i.test(html) || /<[^>]+\sstyle=/i.test(html)) {
    problems.push("index.html has inline style.");
  }
  if (/<[^>]+\son[a-z]+=/i.test(html))
    problems.push("index.html has an inline event handler.");
  return problems;
}

function serverCode(dist: string): string[] {
  return globSync("**/*.js", { cwd: dist }).flatMap((file) => {
    const code = readFileSync(join(dist, file), "utf8");
    return FORBIDDEN.filter(([pattern]) => pattern.test(code)).map(
      ([, why]) => `${file} ${why}.`,
    );
  });
}

function firstPageBytes(dist: string, html: string): number {
  const names = [
    ...html.matchAll(/(?:src|href)="\/?([^":?#]+\.(?:js|css))"/g),
  ].map((match) => match[1] ?? "");
  return [...new Set(names)]
    .map((name) => join(dist, name))
    .filter((file) => existsSync(file))
    .reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
}
