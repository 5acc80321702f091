import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Flags for a headless Chromium that talks to nobody but the page under test. */
export const CHROMIUM_FLAGS: readonly string[] = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
];
const FIXED_PLACES = [
  "/usr/bin/chromium",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const INSTALL_LIMIT_MS = 240_000;
const VERSION_LIMIT_MS = 20_000;

export interface FindChromiumOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly fixedPlaces?: readonly string[];
  /** Installs a browser by the machine's own means; rejects with the reason when it cannot. */
  readonly install?: () => Promise<void>;
  readonly say?: (line: string) => void;
}

/**
 * The path of a Chromium that starts: `CHROMIUM_PATH` if set, else the first one
 * on PATH or in a usual place, else one that is installed now. Rejects with a
 * sentence that says what to do when there is none.
 */
export async function findChromium(
  options: FindChromiumOptions = {},
): Promise<string> {
  const { env = process.env, fixedPlaces = FIXED_PLACES } = options;
  const { install = installWithApt, say = console.log } = options;
  const chosen = env["CHROMIUM_PATH"];
  if (chosen) return checkedChoice(chosen);
  const found = await firstThatStarts(env, fixedPlaces);
  if (found !== undefined) return found;

  say("No Chromium found, installing one …");
  const reason = await install().then(
    () => "the installed browser does not start",
    (error: unknown) =>
      error instanceof Error ? error.message : String(error),
  );
  const installed = await firstThatStarts(env, fixedPlaces);
  if (installed !== undefined) return installed;
  throw new Error(
    `The browser tests need Chromium, and none could be installed: ${reason}. ` +
      "Install Chromium or Chrome, or set CHROMIUM_PATH to one.",
  );
}

async function checkedChoice(path: string): Promise<string> {
  if (await starts(path)) return path;
  throw new Error(
    `CHROMIUM_PATH is ${path}, which is not a browser that starts. Correct it or unset it.`,
  );
}

async function firstThatStarts(
  env: Readonly<Record<string, string | undefined>>,
  fixedPlaces: readonly string[],
): Promise<string | undefined> {
  const folders = (env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "");
  const onPath = NAMES.flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  for (const path of new Set([...onPath, ...fixedPlaces])) {
    if (isExecutable(path) && (await starts(path))) return path;
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Distributions ship a `chromium` that only says how to get one, so ask it for its version. */
async function starts(path: string): Promise<boolean> {
  try {
    const { stdout } = await run(path, ["--version", "--no-sandbox"], {
      timeout: VERSION_LIMIT_MS,
    });
    return /chrom|edge/i.test(stdout);
  } catch {
    return false;
  }
}

async function installWithApt(): Promise<void> {
  if (process.platform !== "linux" || !isExecutable("/usr/bin/apt-get")) {
    throw new Error("this machine has no apt-get");
  }
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const aptGet = async (...args: [string, ...string[]]): Promise<void> => {
    const words = [
      ...asRoot,
      "env",
      "DEBIAN_FRONTEND=noninteractive",
      "apt-get",
      ...args,
    ];
    try {
      await run("env", words, {
        timeout: INSTALL_LIMIT_MS,
        maxBuffer: 2 ** 26,
      });
    } catch {
      throw new Error(
        `apt-get ${args[0]} failed (it needs root and the network)`,
      );
    }
  };
  await aptGet("update", "-qq");
  await aptGet("install", "-y", "-qq", "--no-install-recommends", "chromium");
}
