/** Every setting, read once from the environment and checked; a sentence for each mistake. */
import { delimiter, resolve } from "node:path";
import { Secret } from "@agent-studio/harness";
import { ModelApiSchema, type ModelApi } from "@agent-studio/shared";
import * as z from "zod";

/** What is wrong with the settings, one sentence each. */
export class ConfigError extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join("\n"));
    this.name = "ConfigError";
    this.sentences = sentences;
  }
}

/** The longest time that a timer can wait. */
const MAX_TIMER_MS = 2_147_483_647;
const LOG_LEVELS = [
  "fatal",
  "error",
  "warn",
  "info",
  "debug",
  "trace",
  "silent",
] as const;

const text = (fallback: string) => z.string().default(fallback);
const optionalText = z.string().optional();
const wholeNumber = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,10}$/, "must be a whole number")
    .default(String(fallback))
    .transform(Number)
    .refine(
      (value) => value >= min && value <= max,
      `must be between ${min} and ${max}`,
    );
const list = (separator: string) =>
  z
    .string()
    .default("")
    .transform((value) =>
      value
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    );
const origins = list(",").superRefine((values, ctx) => {
  for (const value of values.filter((candidate) => !isOrigin(candidate))) {
    ctx.addIssue({
      code: "custom",
      message: `must list exact origins such as https://studio.example.org, which ${JSON.stringify(value)} is not`,
    });
  }
});
const oneOf = <const T extends readonly [string, ...string[]]>(
  values: T,
  fallback: T[number],
) => z.enum(values, `must be one of ${values.join(", ")}`).default(fallback);

const EnvironmentSchema = z.object({
  HOST: text("127.0.0.1"),
  PORT: wholeNumber(4300, 0, 65_535),
  STUDIO_DATA_DIR: text(".studio"),
  STUDIO_STORE: oneOf(["sqlite", "memory"], "sqlite"),
  STUDIO_ACCESS_CODE: optionalText,
  STUDIO_ALLOWED_ORIGINS: origins,
  STUDIO_RUN_TIMEOUT_MS: wholeNumber(600_000, 1, MAX_TIMER_MS),
  STUDIO_APPROVAL_TIMEOUT_MS: wholeNumber(300_000, 1, MAX_TIMER_MS),
  STUDIO_MAX_TURNS: wholeNumber(25, 1, 1000),
  STUDIO_MAX_EVENTS_IN_MEMORY: wholeNumber(10_000, 1, 10_000_000),
  STUDIO_ALLOWED_MODEL_ORIGINS: origins,
  STUDIO_DEMO_PACE: oneOf(["natural", "instant"], "natural"),
  AGENT_SKILLS_DIRS: list(delimiter),
  LOG_LEVEL: oneOf(LOG_LEVELS, "warn"),
  MODEL_PRESET: optionalText,
  MODEL_PROVIDER: optionalText,
  MODEL_API: z
    .enum(
      ModelApiSchema.options,
      `must be one of ${ModelApiSchema.options.join(", ")}`,
    )
    .optional(),
  MODEL_BASE_URL: optionalText,
  MODEL_ID: optionalText,
  MODEL_API_KEY: optionalText,
  MODEL_SUPPORTS_IMAGES: z
    .enum(["true", "false"], "must be true or false")
    .optional()
    .transform((value) => (value === undefined ? undefined : value === "true")),
});
type Environment = z.output<typeof EnvironmentSchema>;

/** The names of all settings, for the test that compares them with `.env.example`. */
export const SETTING_NAMES: readonly string[] = Object.keys(
  EnvironmentSchema.shape,
);

export type LogLevel = (typeof LOG_LEVELS)[number];

/** The connection that new sessions start with, as far as it is set. */
export interface DefaultModel {
  readonly presetId?: string;
  readonly providerId?: string;
  readonly api?: ModelApi;
  readonly baseUrl?: string;
  readonly modelId?: string;
  readonly apiKey?: Secret;
  readonly supportsImages?: boolean;
}

export interface Config {
  readonly host: string;
  /** 0 lets the system choose one. */
  readonly port: number;
  /** Whether the server listens beyond loopback. */
  readonly exposed: boolean;
  readonly dataDir: string;
  readonly store: "sqlite" | "memory";
  readonly accessCode?: string;
  readonly allowedOrigins: readonly string[];
  readonly runTimeoutMs: number;
  readonly approvalTimeoutMs: number;
  readonly maxTurns: number;
  readonly maxEventsInMemory: number;
  readonly allowedModelOrigins: readonly string[];
  readonly demoPace: "natural" | "instant";
  readonly skillDirs: readonly string[];
  readonly logLevel: LogLevel;
  readonly defaultModel?: DefaultModel;
}

/** Checks the environment; an empty value counts as unset. Throws a `ConfigError` with a sentence for each mistake. */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>>,
): Config {
  const given = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, environment[name]?.trim() || undefined]),
  );
  const parsed = EnvironmentSchema.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(
        (issue) => `${String(issue.path[0])} ${issue.message}.`,
      ),
    );
  }
  const config = toConfig(parsed.data);
  refuseOpenDoors(config);
  return config;
}

function toConfig(env: Environment): Config {
  const defaultModel = toDefaultModel(env);
  return {
    host: env.HOST,
    port: env.PORT,
    exposed: !isLoopbackName(env.HOST),
    dataDir: resolve(env.STUDIO_DATA_DIR),
    store: env.STUDIO_STORE,
    ...(env.STUDIO_ACCESS_CODE === undefined
      ? {}
      : { accessCode: env.STUDIO_ACCESS_CODE }),
    allowedOrigins: env.STUDIO_ALLOWED_ORIGINS,
    runTimeoutMs: env.STUDIO_RUN_TIMEOUT_MS,
    approvalTimeoutMs: env.STUDIO_APPROVAL_TIMEOUT_MS,
    maxTurns: env.STUDIO_MAX_TURNS,
    maxEventsInMemory: env.STUDIO_MAX_EVENTS_IN_MEMORY,
    allowedModelOrigins: env.STUDIO_ALLOWED_MODEL_ORIGINS,
    demoPace: env.STUDIO_DEMO_PACE,
    skillDirs: env.AGENT_SKILLS_DIRS,
    logLevel: env.LOG_LEVEL,
    ...(defaultModel === undefined ? {} : { defaultModel }),
  };
}

function toDefaultModel(env: Environment): DefaultModel | undefined {
  const fields = {
    presetId: env.MODEL_PRESET,
    providerId: env.MODEL_PROVIDER,
    api: env.MODEL_API,
    baseUrl: env.MODEL_BASE_URL,
    modelId: env.MODEL_ID,
    apiKey:
      env.MODEL_API_KEY === undefined
        ? undefined
        : new Secret(env.MODEL_API_KEY),
    supportsImages: env.MODEL_SUPPORTS_IMAGES,
  };
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

/** Whoever can reach the server beyond this machine has to know the code. */
function refuseOpenDoors(config: Config): void {
  if (config.accessCode !== undefined) return;
  const sentences: string[] = [];
  if (config.exposed)
    sentences.push(
      `HOST=${config.host} is reachable from other machines; set STUDIO_ACCESS_CODE as well.`,
    );
  const remote = config.allowedOrigins.find(
    (origin) => !isLoopbackName(new URL(origin).hostname),
  );
  if (remote !== undefined) {
    sentences.push(
      `STUDIO_ALLOWED_ORIGINS lists ${remote}, which is no address of this machine; set STUDIO_ACCESS_CODE as well.`,
    );
  }
  if (sentences.length > 0) throw new ConfigError(sentences);
}

function isLoopbackName(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  return (
    name === "localhost" ||
    name === "::1" ||
    /^127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$/.test(name)
  );
}

function isOrigin(value: string): boolean {
  return (
    URL.canParse(value) &&
    /^https?:$/.test(new URL(value).protocol) &&
    new URL(value).origin === value
  );
}
