// Runs one of this repository's scripts on a machine that has only Node 20 and
// npm: installs the dependencies when they do not match the lockfile, then starts
// the script with the Node that came with them. Plain JavaScript on purpose: it
// is the one file that the older Node has to read.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 20;
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** Ctrl-C reaches us twice (from the terminal and from npm): within this time it is one. */
const SAME_SIGNAL_MS = 2000;
/** npm's shell dies without telling anyone, so its death is looked for. */
const PARENT_CHECK_MS = 500;
/** What a child may take to end after its parent died. */
const LAST_GRACE_MS = 10_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const stampFile = join(modules, ".agent-studio", "install");
const nodeBinary = join(
  modules,
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`);
}

/** The one place that pins pnpm. */
function pinnedPnpm() {
  const text = readFileSync(join(root, "package.json"), "utf8");
  const manifest = /** @type {{ devDependencies: { pnpm: string } }} */ (
    JSON.parse(text)
  );
  return manifest.devDependencies.pnpm;
}

/**
 * What the installed tree depends on, as one hash.
 * @param {string} pnpmVersion
 */
function wantedStamp(pnpmVersion) {
  const hash = createHash("sha256");
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml"]) {
    hash.update(readFileSync(join(root, file))).update("\0");
  }
  return hash
    .update([pnpmVersion, process.platform, process.arch].join("\0"))
    .digest("hex");
}

function installedStamp() {
  return existsSync(stampFile) && existsSync(nodeBinary)
    ? readFileSync(stampFile, "utf8")
    : "";
}

/**
 * Runs a child in the foreground until it ends: passes signals on, ends it when
 * our own parent dies, and never rejects.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number, error?: Error }>} 128 + n when signal n ended it
 */
function run(command, args, env) {
  return new Promise((resolve) => {
    const parent = process.ppid;
    let lastSignalAt = -Infinity;
    /** @type {NodeJS.Timeout | undefined} */
    let lastGrace;

    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      const now = performance.now();
      if (now - lastSignalAt < SAME_SIGNAL_MS) return;
      lastSignalAt = now;
      child.kill(signal);
    };
    // Before the child exists, so that no signal ends us and leaves it behind.
    for (const signal of SIGNALS) process.on(signal, forward);
    const child = spawn(command, args, { cwd: root, env, stdio: "inherit" });

    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      child.kill("SIGTERM");
      lastGrace = setTimeout(() => child.kill("SIGKILL"), LAST_GRACE_MS);
    }, PARENT_CHECK_MS);
    /** @param {{ code: number, error?: Error }} result */
    const finish = (result) => {
      clearInterval(watch);
      clearTimeout(lastGrace);
      for (const signal of SIGNALS) process.off(signal, forward);
      resolve(result);
    };
    child.once("error", (error) => finish({ code: 127, error }));
    child.once("exit", (code, signal) =>
      finish({ code: code ?? 128 + (signal ? constants.signals[signal] : 0) }),
    );
  });
}

/**
 * @param {string} pnpmVersion
 * @param {string} stamp
 * @returns {Promise<number>} 0 when the tree matches the lockfile
 */
async function install(pnpmVersion, stamp) {
  say(
    `Installing dependencies with pnpm ${pnpmVersion} (only when they changed) …`,
  );
  const startedAt = performance.now();
  rmSync(stampFile, { force: true });
  const { code, error } = await run(
    "npx",
    [
      "--yes",
      `pnpm@${pnpmVersion}`,
      "install",
      "--frozen-lockfile",
      "--reporter=append-only",
    ],
    {
      // npm's own pauses between attempts leave one waiting offline for over a minute.
      npm_config_fetch_retry_mintimeout: "2000",
      npm_config_fetch_retry_maxtimeout: "10000",
      ...process.env,
      // Without it pnpm asks before it replaces a tree that another version made.
      CI: "true",
    },
  );
  if (error) {
    say(
      `Could not run npx, which comes with npm: ${error.message}. Install npm and try again.`,
    );
    return code;
  }
  if (code > 128) return code;
  if (code !== 0) {
    say(
      `Installing dependencies failed (exit code ${code}). It needs the network the first time: ` +
        "check the connection and npm's registry setting, then run the same command again.",
    );
    return code;
  }
  if (!existsSync(nodeBinary)) {
    say(
      "Dependencies are installed, but Node is missing among them. Remove node_modules and try again.",
    );
    return 1;
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
  say(
    `Dependencies are ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`,
  );
  return 0;
}

async function main() {
  const [script, ...args] = process.argv.slice(2);
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    say(
      `Agent Studio needs Node ${OLDEST_NODE} or newer; this is ${process.version}. Install a newer Node and try again.`,
    );
    return 1;
  }
  if (script === undefined) {
    say("Say which script to run: node scripts/bootstrap.mjs scripts/start.ts");
    return 2;
  }
  const pnpmVersion = pinnedPnpm();
  const stamp = wantedStamp(pnpmVersion);
  if (installedStamp() !== stamp) {
    const code = await install(pnpmVersion, stamp);
    if (code !== 0) return code;
  }
  const path = [
    dirname(nodeBinary),
    join(modules, ".bin"),
    process.env["PATH"],
  ];
  const { code, error } = await run(nodeBinary, [script, ...args], {
    ...process.env,
    PATH: path.filter(Boolean).join(delimiter),
  });
  if (error)
    say(
      `Could not start ${nodeBinary}: ${error.message}. Remove node_modules and try again.`,
    );
  return code;
}

process.exitCode = await main();
