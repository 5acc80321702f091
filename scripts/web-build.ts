import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** What the built page is made of. A lab's server side is not part of it. */
const SOURCES = [
  "pnpm-lock.yaml",
  "tsconfig.base.json",
  "apps/web/{package.json,tsconfig.json,vite.config.ts,index.html,states.html}",
  "apps/web/{src,public,vite-plugins}/**/*",
  "packages/shared/{package.json,src/**/*}",
  "packages/labs/package.json",
  "packages/labs/src/{ui,*-ui}.{ts,tsx}",
  "packages/labs/src/**/ui/**/*",
  "packages/labs/src/**/contract.ts",
];
const NOT_SOURCES = ["packages/shared/src/testing/**"];

export interface WebBuildOptions {
  /** The checkout. */
  readonly root: string;
  /** Runs the bundler; resolves with its exit code and what it printed. */
  readonly bundle?: (root: string) => Promise<BundleResult>;
  readonly say?: (line: string) => void;
}

export interface BundleResult {
  readonly code: number;
  readonly output: string;
}

/** One hash over the names and contents of everything that the built page is made of. */
function hashWebSources(root: string): string {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, {
    cwd: root,
    exclude: NOT_SOURCES,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of [...new Set(files)].sort()) {
    hash
      .update(file.slice(root.length))
      .update("\0")
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * Builds the web app into `apps/web/dist` unless what is there was built from
 * the same sources. Resolves with "fresh" when there was nothing to do; rejects
 * with the bundler's output when it fails, leaving no stamp behind.
 */
export async function buildWeb(
  options: WebBuildOptions & { readonly force?: boolean },
): Promise<"fresh" | "built"> {
  const { root, bundle = runVite, say = console.log } = options;
  const stampFile = join(root, "node_modules", ".agent-studio", "web");
  const page = join(root, "apps", "web", "dist", "index.html");
  const wanted = hashWebSources(root);
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, "utf8") : "";
  if (options.force !== true && stamp === wanted && existsSync(page))
    return "fresh";

  say(
    stamp === ""
      ? "Building the web app …"
      : "The web app's sources changed, building it again …",
  );
  const startedAt = performance.now();
  rmSync(stampFile, { force: true });
  const { code, output } = await bundle(root);
  if (code !== 0 || !existsSync(page)) {
    throw new Error(
      `Building the web app failed (exit code ${code}).\n\n${output.trim()}`,
    );
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, wanted);
  say(
    `The web app is built (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`,
  );
  return "built";
}

function runVite(root: string): Promise<BundleResult> {
  const web = join(root, "apps", "web");
  const vite = join(web, "node_modules", "vite", "bin", "vite.js");
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [vite, "build", "--logLevel", "warn"],
      {
        cwd: web,
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let output = "";
    child.stdout
      .setEncoding("utf8")
      .on("data", (text: string) => (output += text));
    child.stderr
      .setEncoding("utf8")
      .on("data", (text: string) => (output += text));
    child.once("error", (error) =>
      resolve({ code: 127, output: error.message }),
    );
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
