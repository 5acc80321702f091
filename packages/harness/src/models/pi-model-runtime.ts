/** Registers the model of a connection with Pi, natively: what a user entered is never interpreted as a command or variable. */
import type { ModelRuntime } from "@earendil-works/pi-coding-agent";
import {
  createProvider,
  type Api,
  type Model,
  type ProviderStreams,
} from "@earendil-works/pi-ai";
import type { RedactedConnection } from "@agent-studio/shared";
import { connectionDestination } from "./connection-destination.ts";
import type { DemoScript } from "./demo-script.ts";
import type { DemoPace } from "./demo-pace.ts";
import type { OpenModelFetch } from "./model-fetch.ts";
import type { MeasureImage } from "./pi-demo-conversation.ts";
import { createDemoStreams } from "./pi-demo-model.ts";
import { toPiModel } from "./pi-provider-model.ts";
import { createProviderStreams } from "./pi-provider-streams.ts";
import { providerAddress } from "./provider-address.ts";
import type { ConnectionResolver } from "./resolved-connection.ts";
import { DEFAULT_WIRE_LIMITS, type WireLimits } from "./wire/wire-limits.ts";

const DEMO_CONTEXT_WINDOW = 200_000;
const DEMO_OUTPUT_LIMIT = 32_000;
/** Pi wants a key to start at all. It is never sent: the request layer takes it out and writes the real one. */
const PLACEHOLDER_KEY = "sk-placeholder";

export interface ModelSource {
  readonly sessionId: string;
  readonly connection: RedactedConnection;
  readonly demoScript: DemoScript;
}

export interface RegisteredModel {
  readonly model: Model<Api>;
  /** Ends what is open to the provider. Idempotent. */
  close(): Promise<void>;
}

export interface PiModelRuntimeFactory {
  /**
   * Registers the connection's model and returns it. `wrap` is put around its streams. Throws for an api that is not
   * offered and for a custom provider without an address.
   */
  register(
    runtime: ModelRuntime,
    source: ModelSource,
    wrap: (streams: ProviderStreams) => ProviderStreams,
  ): RegisteredModel;
}

/** What real models need; without it only the demo model is offered. */
export interface ProviderAccess {
  readonly connections: ConnectionResolver;
  readonly openFetch: OpenModelFetch;
  readonly limits?: WireLimits;
  /** Wall clock, in milliseconds. */
  readonly wallClock: () => number;
}

export interface PiModelRuntimeOptions {
  /** Whether the demo model writes at a natural speed. */
  readonly pace: DemoPace;
  readonly providers?: ProviderAccess;
  /** How the demo model looks at images; without it it can't measure any. */
  readonly measureImage?: MeasureImage;
}

type Opened = Omit<RegisteredModel, "model"> & {
  readonly streams: ProviderStreams;
  readonly model: Model<Api>;
};

/** The factory of every model: the demo one, and those of real providers where access is given. */
export function createPiModelRuntimeFactory(
  options: PiModelRuntimeOptions,
): PiModelRuntimeFactory {
  return {
    register(runtime, source, wrap) {
      const opened =
        source.connection.api === "demo"
          ? openDemo(source, options)
          : openProvider(source, options.providers);
      const { model } = opened;
      runtime.registerNativeProvider(
        nativeProvider(model, wrap(opened.streams)),
      );
      const registered = runtime.getModel(model.provider, model.id);
      if (registered === undefined)
        throw new Error("The model could not be registered.");
      return { model: registered, close: () => opened.close() };
    },
  };
}

function openDemo(
  source: ModelSource,
  { pace, measureImage }: PiModelRuntimeOptions,
): Opened {
  return {
    model: demoModel(source.connection),
    streams: createDemoStreams({
      script: source.demoScript,
      pace,
      measure:
        measureImage ?? (() => Promise.reject(new Error("Not measured."))),
    }),
    close: () => Promise.resolve(),
  };
}

function openProvider(
  { sessionId, connection }: ModelSource,
  access: ProviderAccess | undefined,
): Opened {
  const address = providerAddress(connection);
  if (access === undefined || address === undefined)
    throw new Error(`The api ${connection.api} is not available.`);
  const opened = access.openFetch(connection);
  const streams = createProviderStreams({
    api: connection.api,
    secrets: () => {
      const kept = access.connections.resolve(sessionId);
      // A run may go to an older connection than the one that is kept by now; its key is not for there.
      const isSame =
        kept !== undefined &&
        connectionDestination(kept.connection) ===
          connectionDestination(connection);
      return isSame ? kept : { headers: {} };
    },
    fetch: opened.fetch,
    limits: access.limits ?? DEFAULT_WIRE_LIMITS,
    wallClock: access.wallClock,
    sendsOutputLimit:
      connection.api === "anthropic-messages" ||
      connection.maxOutputTokens !== undefined,
  });
  return {
    model: toPiModel(connection, address),
    streams,
    close: () => opened.close(),
  };
}

function nativeProvider(
  model: Model<Api>,
  streams: ProviderStreams,
): ReturnType<typeof createProvider> {
  return createProvider({
    id: model.provider,
    auth: {
      apiKey: {
        name: "session",
        check: () => Promise.resolve({ type: "api_key", source: "session" }),
        resolve: () =>
          Promise.resolve({
            auth: { apiKey: PLACEHOLDER_KEY },
            source: "session",
          }),
      },
    },
    models: [model],
    api: streams,
  });
}

function demoModel(connection: RedactedConnection): Model<Api> {
  return {
    id: connection.modelId,
    name: connection.modelId,
    api: "harness-demo",
    provider: connection.providerId,
    baseUrl: "http://demo.invalid",
    reasoning: true,
    input: ["text", "image"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: DEMO_CONTEXT_WINDOW,
    maxTokens: DEMO_OUTPUT_LIMIT,
  };
}
