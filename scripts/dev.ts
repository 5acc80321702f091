// `npm run dev`: the server, restarted when its sources change, with Vite in
// front of it. Vite passes /api on with Host and Origin as the browser sent them.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { CHECKOUT } from "./checkout.ts";

const WEB = join(CHECKOUT, "apps", "web");
const WEB_PORT = 5173;
/** What the server may take to end its runs and streams. */
const GRACE_MS = 8000;
const HEALTH_PAUSE_MS = 200;

interface ViteServer {
  listen(): Promise<unknown>;
  close(): Promise<void>;
}
interface Vite {
  createServer(config: object): Promise<ViteServer>;
}

if (existsSync(join(CHECKOUT, ".env")))
  process.loadEnvFile(join(CHECKOUT, ".env"));
const apiPort = process.env["PORT"] ?? "4300";
const origins = [
  `http://127.0.0.1:${WEB_PORT}`,
  `http://localhost:${WEB_PORT}`,
];
const allowed = [process.env["STUDIO_ALLOWED_ORIGINS"], ...origins]
  .filter(Boolean)
  .join(",");

// Read by apps/web/vite.config.ts, which holds the proxy.
process.env["STUDIO_API_PORT"] = apiPort;
const vite = await startVite();
const server = spawn(
  process.execPath,
  ["--watch", "--watch-preserve-output", join("scripts", "serve.ts")],
  {
    cwd: CHECKOUT,
    stdio: "inherit",
    env: { ...process.env, STUDIO_ALLOWED_ORIGINS: allowed },
  },
);
let stopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    server.kill("SIGTERM");
    setTimeout(() => server.kill("SIGKILL"), GRACE_MS).unref();
  });
}
server.once("exit", (code) => {
  void vite.close().finally(() => process.exit(stopping ? 0 : (code ?? 1)));
});

void announce();

/** Prints the address once the page can be used; with a broken server, once it is mended. */
async function announce(): Promise<void> {
  const health = `http://127.0.0.1:${apiPort}/api/health`;
  while (!stopping) {
    const response = await fetch(health).catch(() => undefined);
    if (response?.ok === true) {
      console.log(`Agent Studio for development: ${origins[0] ?? ""}`);
      return;
    }
    await delay(HEALTH_PAUSE_MS);
  }
}

async function startVite(): Promise<ViteServer> {
  const require = createRequire(join(WEB, "package.json"));
  const path = pathToFileURL(require.resolve("vite")).href;
  const bundler = (await import(path)) as Vite;
  const created = await bundler.createServer({
    root: WEB,
    configFile: join(WEB, "vite.config.ts"),
    server: { port: WEB_PORT },
  });
  try {
    await created.listen();
  } catch {
    console.error(
      `Port ${WEB_PORT}, where the development page is served, is in use. Stop what uses it and try again.`,
    );
    process.exit(1);
  }
  return created;
}
