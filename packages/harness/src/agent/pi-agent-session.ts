/**
 * The Pi adapter: a fresh, completely isolated Pi session for every run. No file, no global setting, no built-in
 * provider and no network of Pi's own is used; the working directory that Pi tells the model is a neutral name.
 */
import {
  createAgentSession,
  ModelRuntime,
  SessionManager,
  SettingsManager,
  type AgentSession,
  type ToolDefinition as PiToolDefinition,
} from "@earendil-works/pi-coding-agent";
import {
  InMemoryCredentialStore,
  InMemoryModelsStore,
} from "@earendil-works/pi-ai";
import type { RedactedConnection, Usage } from "@agent-studio/shared";
import type { ModelPart } from "../attachments/model-part.ts";
import { joinPartText } from "../attachments/part-text.ts";
import type { ToolDefinition } from "../tools/define-tool.ts";
import type {
  AgentHost,
  AgentSessionFactory,
  AgentSessionOptions,
  AgentSessionPort,
} from "./agent-session.ts";
import { PiEventAdapter } from "./pi-event-adapter.ts";
import { toPiImages, toPiMessages } from "./pi-history.ts";
import { PiReplayTape } from "./pi-replay-tape.ts";
import { createPiResourceLoader } from "./pi-resource-loader.ts";
import type { PiModelRuntimeFactory } from "../models/pi-model-runtime.ts";
import { modelCost } from "../models/model-cost.ts";
import { wrapModelStream } from "./pi-model-stream.ts";
import { RetryPlan } from "./retry-plan.ts";

/** What the model is told instead of a directory of this machine. */
const NEUTRAL_DIRECTORY = "/workspace";
const NOWHERE = "/nonexistent";
/** Pi carries out the waits; `RetryPlan` decides on each of them, so Pi's own count must not come first. */
const RETRIES = {
  enabled: false,
  maxRetries: 100,
  provider: { maxRetries: 0 },
};

export interface PiAgentSessionFactoryOptions {
  readonly models: PiModelRuntimeFactory;
  readonly newToolCallId: () => string;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
  /** The wait before a second try where the provider names none, in milliseconds. */
  readonly firstRetryWaitMs?: number;
}

export class PiAgentSessionFactory implements AgentSessionFactory {
  readonly #options: PiAgentSessionFactoryOptions;
  constructor(options: PiAgentSessionFactoryOptions) {
    this.#options = options;
  }

  async create(options: AgentSessionOptions): Promise<AgentSessionPort> {
    const modelRuntime = await ModelRuntime.create({
      credentials: new InMemoryCredentialStore(),
      modelsPath: null,
      modelsStore: new InMemoryModelsStore(),
      allowModelNetwork: false,
      refreshOnCreate: false,
    });
    const settingsManager = createSettings();
    const tape = new PiReplayTape(options.replay);
    const registered = this.#options.models.register(
      modelRuntime,
      options,
      (streams) =>
        wrapModelStream(streams, {
          host: options.host,
          newToolCallId: this.#options.newToolCallId,
          tape,
          retries: this.#retryPlan(),
          onRetry: (waitMs) => planRetry(settingsManager, waitMs),
          costOf: costOf(options.connection),
        }),
    );
    const { session } = await createAgentSession({
      cwd: NEUTRAL_DIRECTORY,
      agentDir: NOWHERE,
      modelRuntime,
      model: registered.model,
      thinkingLevel: options.connection.reasoningEffort ?? "off",
      resourceLoader: createPiResourceLoader(options.systemPrompt),
      settingsManager,
      sessionManager: historyManager(options),
      tools: options.tools.map((tool) => tool.name),
      customTools: options.tools.map((tool) => toPiTool(tool, options)),
    });
    return new PiAgentSessionAdapter(session, {
      host: options.host,
      tape,
      close: () => registered.close(),
    });
  }

  #retryPlan(): RetryPlan {
    const { now, firstRetryWaitMs } = this.#options;
    return new RetryPlan({
      now: now ?? (() => performance.now()),
      ...(firstRetryWaitMs === undefined
        ? {}
        : { firstWaitMs: firstRetryWaitMs }),
    });
  }
}

function createSettings(): SettingsManager {
  return SettingsManager.inMemory({
    compaction: { enabled: false },
    retry: RETRIES,
    cacheWarming: "off",
    // They come in normalised; Pi would decode them again, in this process.
    images: { autoResize: false, blockImages: false },
    enableInstallTelemetry: false,
    enableAnalytics: false,
  });
}

/** Makes Pi's next wait exactly this one, or none. */
function planRetry(
  settings: SettingsManager,
  waitMs: number | undefined,
): void {
  settings.applyOverrides({
    retry:
      waitMs === undefined
        ? { enabled: false }
        : { enabled: true, baseDelayMs: waitMs, maxAgentDelayMs: waitMs },
  });
}

/** The demo model is free; for others a price counts only where it is known. */
function costOf(
  connection: RedactedConnection,
): (usage: Usage) => number | null {
  return (usage) =>
    connection.api === "demo" ? 0 : modelCost(usage, connection.prices);
}

/** Pi wants an id that ends with a letter or digit, which ours need not. */
function piSessionId(sessionId: string): string {
  return `${sessionId}.0`;
}

function historyManager(options: AgentSessionOptions): SessionManager {
  const manager = SessionManager.inMemory(NEUTRAL_DIRECTORY, {
    id: piSessionId(options.sessionId),
  });
  for (const message of toPiMessages(options.history))
    manager.appendMessage(message);
  return manager;
}

function toPiTool(
  tool: ToolDefinition,
  { host }: AgentSessionOptions,
): PiToolDefinition {
  return {
    name: tool.name,
    label: tool.title.en,
    description: tool.description,
    parameters: tool.parameters,
    async execute(toolCallId, _args, signal) {
      const reply = await host.executeTool(toolCallId, signal);
      return {
        content: [{ type: "text", text: reply.text }],
        details: {},
        isError: reply.isError,
      };
    },
  };
}

interface PiAgentSessionParts {
  readonly tape: PiReplayTape;
  /** Ends what is open to the provider. */
  readonly close: () => Promise<void>;
}

export class PiAgentSessionAdapter implements AgentSessionPort {
  readonly #session: AgentSession;
  readonly #host: AgentHost;
  readonly #unsubscribe: () => void;
  readonly #close: () => Promise<void>;
  #aborted = false;
  #disposed = false;

  constructor(
    session: AgentSession,
    {
      host,
      tape,
      close,
    }: Pick<AgentSessionOptions, "host"> & PiAgentSessionParts,
  ) {
    this.#session = session;
    this.#host = host;
    this.#close = close;
    const events = new PiEventAdapter({ isReplaying: () => tape.isPlaying });
    this.#unsubscribe = session.subscribe((event) => {
      // Pi drops an abort that comes before the loop has started; this is the first moment at which it counts.
      if (event.type === "agent_start" && this.#aborted) this.#abortPi();
      for (const mapped of events.map(event)) {
        if (
          mapped.type === "call_refused" &&
          host.replyOf(mapped.toolCallId) !== undefined
        )
          continue;
        host.onEvent(mapped);
      }
    });
    const previous = session.agent.finishTurn;
    session.agent.finishTurn = async (turn, signal) => {
      const decision = await previous?.(turn, signal);
      return host.mayContinue() ? (decision ?? undefined) : { action: "end" };
    };
  }

  async prompt(
    text: string,
    attachments: readonly ModelPart[] = [],
  ): Promise<void> {
    if (this.#aborted || this.#disposed) return;
    const images = toPiImages(attachments);
    try {
      await this.#session.prompt(joinPartText(text, attachments), {
        expandPromptTemplates: false,
        ...(images.length === 0 ? {} : { images }),
      });
    } catch (error) {
      // Pi rejects only for misuse or a defect.
      this.#host.onDefect(error);
    }
  }

  abort(): void {
    this.#aborted = true;
    if (this.#disposed) return;
    this.#session.clearQueue();
    this.#abortPi();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#unsubscribe();
    this.#session.dispose();
    void this.#close().catch(() => undefined);
  }

  #abortPi(): void {
    this.#session.abort().catch((error: unknown) => this.#host.onDefect(error));
  }
}
