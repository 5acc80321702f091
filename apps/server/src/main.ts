/** The program: reads the settings, chooses the adapters, listens, and stops when it is asked to. */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import {
  newId,
  SessionRegistry,
  type SessionsApi,
} from "@agent-studio/harness";
import {
  createFileSkillCatalog,
  createPiModelRuntimeFactory,
  InMemoryApprovalBroker,
  InMemoryEventStore,
  InMemoryModelConnectionStore,
  PiAgentSessionFactory,
} from "@agent-studio/harness/adapters";
import { LABS } from "@agent-studio/labs";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { buildApp } from "./app.ts";
import { ConfigError, loadConfig, type Config } from "./config.ts";
import { resolveDefaultModel } from "./default-model.ts";
import { explainStartFailure } from "./start-failure.ts";
import { onStopSignals } from "./stop-signals.ts";
import { InMemoryViewerRegistry } from "./viewers/in-memory-viewer-registry.ts";

const SERVER_ROOT = dirname(import.meta.dirname);
const CHECKOUT = join(SERVER_ROOT, "..", "..");
const TOOL_TIMEOUT_MS = 60_000;
const SESSIONS_A_VIEWER = 200;
/** A process that is asked to stop is gone by then, whatever hangs. */
const STOP_LIMIT_MS = 4_800;

/** Runs the server until a signal stops it. A mistake in the settings is a sentence and exit code 1. */
export async function main(): Promise<void> {
  const config = readConfig();
  if (config === undefined) return;
  try {
    mkdirSync(config.dataDir, { recursive: true });
    accessSync(config.dataDir, constants.W_OK);
    const app = await start(config);
    onStopSignals({
      on: (signal, listener) => process.on(signal, listener),
      stop: () => void stop(app),
      force: () => process.exit(1),
      now: () => performance.now(),
    });
  } catch (error) {
    const sentences =
      error instanceof ConfigError
        ? error.message
        : explainStartFailure(error, config);
    if (sentences === undefined) throw error;
    fail(sentences);
  }
}

function readConfig(): Config | undefined {
  try {
    if (existsSync(".env")) process.loadEnvFile(".env");
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    fail(error.message);
    return undefined;
  }
}

function fail(sentences: string): void {
  console.error(sentences);
  process.exitCode = 1;
}

async function start(config: Config): Promise<FastifyInstance> {
  const log: { onDefect?: (error: unknown) => void } = {};
  const sessions = createSessions(config, (error) => log.onDefect?.(error));
  const defaultModel = resolveDefaultModel(
    config.defaultModel,
    sessions.presets(),
  );
  const app = await buildApp({
    config,
    sessions,
    ...(defaultModel === undefined ? {} : { defaultModel }),
    viewers: new InMemoryViewerRegistry({ now: Date.now }),
    webRoot: join(CHECKOUT, "apps", "web", "dist"),
    version: readVersion(),
  });
  log.onDefect = (error) =>
    app.log.error({ err: error }, "Something in a session went wrong.");
  await app.listen({ host: config.host, port: config.port });
  console.log(`Agent Studio is ready: ${app.printedAddress()}`);
  return app;
}

/** All sessions of a process, on the adapters that there are so far. Defects are told, never thrown. */
export function createSessions(
  config: Config,
  onDefect: (error: unknown) => void,
): SessionsApi {
  return new SessionRegistry({
    store: new InMemoryEventStore({ maxEvents: config.maxEventsInMemory }),
    approvals: new InMemoryApprovalBroker(),
    connections: new InMemoryModelConnectionStore(),
    agents: new PiAgentSessionFactory({
      models: createPiModelRuntimeFactory({ pace: config.demoPace }),
      newToolCallId: () => newId("call"),
    }),
    skills: createFileSkillCatalog({
      projectRoot: CHECKOUT,
      configuredDirs: config.skillDirs,
    }),
    labs: LABS,
    dataDir: config.dataDir,
    settings: {
      runTimeoutMs: config.runTimeoutMs,
      approvalTimeoutMs: config.approvalTimeoutMs,
      toolTimeoutMs: TOOL_TIMEOUT_MS,
      maxTurns: config.maxTurns,
      maxSessionsPerViewer: SESSIONS_A_VIEWER,
    },
    newId,
    wallClock: () => Date.now(),
    now: () => performance.now(),
    onDefect,
  });
}

async function stop(app: FastifyInstance): Promise<void> {
  setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref();
  try {
    await app.close();
    process.exit(0);
  } catch (error) {
    app.log.error({ err: error }, "Stopping went wrong.");
    process.exit(1);
  }
}

function readVersion(): string {
  const text = readFileSync(join(SERVER_ROOT, "package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

if (import.meta.main) await main();
