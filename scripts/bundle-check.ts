import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { StepResult } from "./step.ts";

/** What a first visit may cost in JavaScript, as gzip, until an empty session can be used. */
const FIRST_SCRIPT_BUDGET_BYTES = 250_000;

/**
 * Modules that the page imports at once on every visit, of each group one: they count like static imports.
 * The larger of the two languages counts. A browser test compares this with what is really fetched.
 */
const ALWAYS_LOADED: readonly (readonly string[])[] = [
  ["src/texts/page-en.ts", "src/texts/page-zh-cn.ts"],
  ["src/ui/timeline/timeline-body.tsx"],
];

const FORBIDDEN: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/["'`]node:[a-z]/, "imports a Node module"],
  [/__vite-browser-external/, "holds a stub of a Node module"],
  [/earendil-works/, "holds code of Pi"],
  [/from\s*["']fastify["']/, "holds code of the server"],
];

/** What the bundler tells of one module or chunk, as far as it is read here. */
interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, ManifestEntry>>;

/**
 * Looks at the built page as the browser gets it: nothing of the server in it, nothing inline that the
 * content security policy would refuse, and a limit on the JavaScript of a first visit, which is told either way.
 */
export function checkBundle(dist: string): StepResult {
  const manifest = readManifest(dist);
  if (!existsSync(join(dist, "index.html")) || manifest === null)
    return { ok: false, output: "The web app has not been built." };
  const problems = [
    ...globSync("*.html", { cwd: dist }).flatMap((page) =>
      inlineCode(page, readFileSync(join(dist, page), "utf8")),
    ),
    ...serverCode(dist),
  ];
  const bytes = firstScriptBytes(dist, manifest);
  const note = `first JavaScript: ${inKilobytes(bytes)} of ${inKilobytes(FIRST_SCRIPT_BUDGET_BYTES)} (gzip)`;
  if (bytes > FIRST_SCRIPT_BUDGET_BYTES) problems.push(`Too much ${note}.`);
  return { ok: problems.length === 0, output: problems.join("\n"), note };
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function inlineCode(page: string, html: string): string[] {
  const problems: string[] = [];
  if (/<script(?![^>]*\bsrc=)[^>]*>/i.test(html))
    problems.push(`${page} has an inline script.`);
  if (/<style[\s>]/i.test(html) || /<[^>]+\sstyle=/i.test(html)) {
    problems.push(`${page} has inline style.`);
  }
  if (/<[^>]+\son[a-z]+=/i.test(html))
    problems.push(`${page} has an inline event handler.`);
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

function readManifest(dist: string): Manifest | null {
  const file = join(dist, ".vite", "manifest.json");
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Manifest)
    : null;
}

function firstScriptBytes(dist: string, manifest: Manifest): number {
  const [first = [], ...groups] = scriptGroups(dist, manifest);
  const sum = (files: readonly string[]) =>
    files.reduce((total, file) => total + gzipBytes(dist, file), 0);
  return groups.reduce(
    (total, alternatives) =>
      total + Math.max(...alternatives.map((files) => sum(files))),
    first.reduce((total, files) => total + sum(files), 0),
  );
}

/** Every script that a first visit may load: the entry's, and the alternatives of what is always loaded. */
export function firstScripts(dist: string): readonly string[] {
  return scriptGroups(dist, readManifest(dist) ?? {}).flat(2);
}

/** The scripts that index.html names with what they import, and then each group of modules that are always loaded. */
function scriptGroups(
  dist: string,
  manifest: Manifest,
): readonly (readonly (readonly string[])[])[] {
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const named = [...html.matchAll(/(?:src|href)="\/?([^":?#]+\.js)"/g)].map(
    (match) => match[1] ?? "",
  );
  const keys = Object.keys(manifest).filter((key) =>
    named.includes(manifest[key]?.file ?? ""),
  );
  const counted = new Set([...named, ...filesBehind(keys, manifest)]);
  const groups = ALWAYS_LOADED.map((group) => {
    const alternatives = group.map((key) =>
      [...filesBehind([key], manifest)].filter((file) => !counted.has(file)),
    );
    for (const file of alternatives.flat()) counted.add(file);
    return alternatives;
  });
  const grouped = new Set(groups.flat(2));
  return [[[...counted].filter((file) => !grouped.has(file))], ...groups];
}

/** The files of these manifest entries and of everything that they import. */
function filesBehind(
  keys: readonly string[],
  manifest: Manifest,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string) => {
    const entry = manifest[key];
    if (entry === undefined || seen.has(key)) return;
    seen.add(key);
    files.add(entry.file);
    entry.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return files;
}

function gzipBytes(dist: string, file: string): number {
  const path = join(dist, file);
  return existsSync(path) ? gzipSync(readFileSync(path)).length : 0;
}
