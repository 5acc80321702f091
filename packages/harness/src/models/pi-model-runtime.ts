/** Registers the model of a connection with Pi, natively: what a user entered is never interpreted as a command or variable. */
import type { ModelRuntime } from "@earendil-works/pi-coding-agent";
import {
  createProvider,
  type Api,
  type Model,
  type ProviderStreams,
} from "@earendil-works/pi-ai";
import type { RedactedConnection } from "@agent-studio/shared";
import type { DemoScript } from "./demo-script.ts";
import type { DemoPace } from "./demo-pace.ts";
import { createDemoStreams } from "./pi-demo-model.ts";

const DEMO_CONTEXT_WINDOW = 200_000;
const DEMO_OUTPUT_LIMIT = 32_000;

export interface ModelSource {
  readonly connection: RedactedConnection;
  readonly demoScript: DemoScript;
}

export interface PiModelRuntimeFactory {
  /** Registers the connection's model and returns it. `wrap` is put around its streams. Throws for an api that is not offered. */
  register(
    runtime: ModelRuntime,
    source: ModelSource,
    wrap: (streams: ProviderStreams) => ProviderStreams,
  ): Model<Api>;
}

/** The factory that knows the demo model. `pace` decides whether it writes at a natural speed. */
export function createPiModelRuntimeFactory(options: {
  readonly pace: DemoPace;
}): PiModelRuntimeFactory {
  return {
    register(runtime, { connection, demoScript }, wrap) {
      if (connection.api !== "demo")
        throw new Error(`The api ${connection.api} is not available.`);
      const streams = wrap(
        createDemoStreams({ script: demoScript, pace: options.pace }),
      );
      runtime.registerNativeProvider(demoProvider(connection, streams));
      const model = runtime.getModel(connection.providerId, connection.modelId);
      if (model === undefined)
        throw new Error("The demo model could not be registered.");
      return model;
    },
  };
}

function demoProvider(
  connection: RedactedConnection,
  streams: ProviderStreams,
): ReturnType<typeof createProvider> {
  return createProvider({
    id: connection.providerId,
    auth: {
      apiKey: {
        name: "none",
        check: () => Promise.resolve({ type: "api_key", source: "builtin" }),
        resolve: () =>
          Promise.resolve({ auth: { apiKey: "none" }, source: "builtin" }),
      },
    },
    models: [
      {
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
      },
    ],
    api: streams,
  });
}
