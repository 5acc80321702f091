/** The program: reads the settings, chooses the adapters, listens, and stops when it is asked to. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  createLineRedactor,
  newId,
  SessionRegistry,
  type EventStore,
  type ModelAccess,
  type ModelConnectionStore,
  type SessionsApi,
} from "@agent-studio/harness";
import {
  createFileSkillCatalog,
  createFileAttachmentStores,
  createModelAccess,
  InMemoryApprovalBroker,
  InMemoryEventStore,
  InMemoryModelConnectionStore,
  LazyAgentSessionFactory,
  NodeImageNormalizer,
  type WireLimits,
} from "@agent-studio/harness/adapters";
import { LABS } from "@agent-studio/labs";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { buildApp } from "./app.ts";
import { ConfigError, loadConfig, type Config } from "./config.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { prepareDefaultModel } from "./default-model.ts";
import { explainStartFailure } from "./start-failure.ts";
import { onStopSignals } from "./stop-signals.ts";
import { openStores } from "./stores.ts";
import {
  askForLink,
  linkSocketPath,
  openLinkSocket,
} from "./viewers/link-socket.ts";
import type { ViewerRegistry } from "./viewers/viewer-registry.ts";

const SERVER_ROOT = dirname(import.meta.dirname);
const CHECKOUT = join(SERVER_ROOT, "..", "..");
const TOOL_TIMEOUT_MS = 60_000;
const SESSIONS_A_VIEWER = 200;
/** A process that is asked to stop is gone by then, whatever hangs. */
const STOP_LIMIT_MS = 4_800;

/** Pi takes as long to load as everything else together: after the first answers, and ahead of the first run. */
const PI_LOADED_AFTER_MS = 500;
const loadPi = () => import("@agent-studio/harness/pi-adapters");

/** Asks the server that runs on the data folder for a way in, instead of starting one. */
export const LINK_FLAG = "--link";

/** Runs the server until a signal stops it. A mistake in the settings is a sentence and exit code 1. */
export async function main(
  argv: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const config = readConfig();
  if (config === undefined) return;
  if (argv.includes(LINK_FLAG)) return printLink(config);
  try {
    prepareDataFolder(config.dataDir);
    // A limit on the size of files is an error of the write, not the end of the process.
    process.on("SIGXFSZ", () => undefined);
    await start(config);
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
    const config = loadConfig(process.env);
    // Crash reports and programs that a tool starts would be given it.
    delete process.env["MODEL_API_KEY"];
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    fail(error.message);
    return undefined;
  }
}

async function printLink({ dataDir }: Config): Promise<void> {
  const answer = await askForLink(dataDir);
  if ("problem" in answer) fail(answer.problem);
  else
    console.log(
      `Open this address within 10 minutes; it works once: ${answer.link}`,
    );
}

function fail(sentences: string): void {
  console.error(sentences);
  process.exitCode = 1;
}

async function start(config: Config): Promise<void> {
  const log: { onDefect?: (error: unknown) => void } = {};
  const models = await openModels(config);
  const onDefect = (error: unknown): void => log.onDefect?.(error);
  const connections = new InMemoryModelConnectionStore();
  const { events, viewers } = await openStores(config);
  const sessions = createSessions(config, {
    onDefect,
    models,
    connections,
    store: events,
  });
  const app = await buildApp({
    config,
    sessions,
    logStream: createLogStream(connections, process.stdout),
    viewers,
    webRoot: join(CHECKOUT, "apps", "web", "dist"),
    version: readVersion(),
  });
  log.onDefect = (error) =>
    app.log.error({ err: error }, "Something in a session went wrong.");
  try {
    await sessions.restore();
    await serveLinks(app, config, viewers);
    await app.listen({ host: config.host, port: config.port });
    // Whoever reads that it is ready may ask it to stop at once.
    onStopSignals({
      on: (signal, listener) => process.on(signal, listener),
      stop: () => void stop(app),
      force: () => process.exit(1),
      now: () => performance.now(),
    });
  } catch (error) {
    // What was restored may be at work already.
    await app.close();
    throw error;
  }
  console.log(`Agent Studio is ready: ${app.printedAddress()}`);
  // A failure is told by the run that needs it.
  const warm = () => void loadPi().catch(() => undefined);
  setTimeout(warm, PI_LOADED_AFTER_MS).unref();
}

/** Without a socket the server works all the same, but for who lost the cookie. */
async function serveLinks(
  app: FastifyInstance,
  { dataDir }: Config,
  viewers: ViewerRegistry,
): Promise<void> {
  const path = linkSocketPath(dataDir);
  if (path === undefined) return;
  try {
    const address = () => app.printedAddress();
    app.addHook("onClose", await openLinkSocket({ path, viewers, address }));
  } catch (error) {
    app.log.warn({ err: error }, "There is no socket for links.");
  }
}

/** The way to real models, with what new sessions start with. */
async function openModels(config: Config): Promise<ModelAccess> {
  const { allowedModelOrigins: allowedOrigins, defaultModel } = config;
  const models = createModelAccess({ allowedOrigins });
  const { checkBaseUrl } = models;
  const connection = await prepareDefaultModel(defaultModel, checkBaseUrl);
  return connection === undefined
    ? models
    : { ...models, defaultConnection: () => connection };
}

/** Log lines on their way out, without any key that the server knows at the moment. */
export function createLogStream(
  connections: Pick<ModelConnectionStore, "allSecrets">,
  out: { write(line: string): unknown },
): { write(line: string): void } {
  const secrets = () => connections.allSecrets();
  const redact = createLineRedactor({ secrets });
  return {
    write: (line) => {
      out.write(redact(line));
    },
  };
}

export interface SessionParts {
  /** Told of defects. */
  readonly onDefect: (error: unknown) => void;
  readonly models?: ModelAccess;
  readonly connections?: ModelConnectionStore;
  readonly wireLimits?: WireLimits;
  /** In memory by default. */
  readonly store?: EventStore;
}

/** All sessions of a process, on the adapters that there are so far. Defects are told, never thrown. */
export function createSessions(
  config: Config,
  parts: SessionParts,
): SessionsApi {
  const {
    onDefect,
    models = createModelAccess({ allowedOrigins: config.allowedModelOrigins }),
    connections = new InMemoryModelConnectionStore(),
    wireLimits,
    store = new InMemoryEventStore({ maxEvents: config.maxEventsInMemory }),
  } = parts;
  const wallClock = (): number => Date.now();
  const { openFetch } = models;
  const normalizer = new NodeImageNormalizer();
  return new SessionRegistry({
    store,
    approvals: new InMemoryApprovalBroker(),
    attachments: createFileAttachmentStores({ normalizer }),
    connections,
    models,
    agents: new LazyAgentSessionFactory(async () => {
      const { createPiModelRuntimeFactory, PiAgentSessionFactory } =
        await loadPi();
      return new PiAgentSessionFactory({
        models: createPiModelRuntimeFactory({
          pace: config.demoPace,
          measureImage: (bytes, signal) => normalizer.measure(bytes, signal),
          providers: {
            connections,
            openFetch,
            wallClock,
            ...(wireLimits === undefined ? {} : { limits: wireLimits }),
          },
        }),
        newToolCallId: () => newId("call"),
      });
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
    wallClock,
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
