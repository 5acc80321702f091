import path from "node:path";
import { Type } from "@sinclair/typebox";
import type { HarnessEvent, RedactedConnection } from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { expect } from "vitest";
import {
  createPiModelRuntimeFactory,
  PiAgentSessionFactory,
} from "../../src/pi-adapters.ts";
import {
  defineLab,
  defineTool,
  newId,
  type Lab,
  type SessionApi,
  type ToolDefinition,
} from "../../src/index.ts";
import type { OpenModelFetch } from "../../src/models/model-fetch.ts";
import type { WireLimits } from "../../src/models/wire/wire-limits.ts";
import { DEFAULT_WIRE_LIMITS } from "../../src/models/wire/wire-limits.ts";
import {
  ProviderSimulator,
  type SimulatorScript,
} from "../../src/testing/provider-simulator/provider-simulator.ts";
import {
  fixedSecrets,
  openUnguardedFetch,
  simulatedConnection,
} from "../../src/testing/provider-simulator/simulated-models.ts";
import type { SimulatedApi } from "../../src/testing/provider-simulator/simulated-api.ts";
import type { SimulatorReply } from "../../src/testing/provider-simulator/simulator-reply.ts";
import {
  EventWatch,
  TEST_ORIGIN,
  TestHarness,
} from "../../src/testing/test-harness.ts";

export interface WireOptions {
  readonly api?: SimulatedApi;
  readonly connection?: Partial<RedactedConnection>;
  readonly secrets?: {
    readonly apiKey?: string;
    readonly headers?: Record<string, string>;
  };
  readonly limits?: Partial<WireLimits>;
  readonly firstRetryWaitMs?: number;
  readonly openFetch?: OpenModelFetch;
}

export interface WireFixture {
  readonly simulator: ProviderSimulator;
  readonly session: SessionApi;
  readonly watch: EventWatch;
  /** `name {args}` of every execution. */
  readonly executed: string[];
  /** Another model from the next run on. */
  connect(overrides: Partial<RedactedConnection>): void;
  send(text?: string): Promise<string>;
  ended(runId: string): Promise<HarnessEvent>;
  /** Sends a message and gives the run's end. */
  run(text?: string): Promise<HarnessEvent>;
  /** The session's folder. */
  folder(): string;
  /** The text of every finished message. */
  texts(): string[];
  /** Ends everything; the log must be legal. */
  dispose(): Promise<void>;
}

/** A session whose model is the simulator with this script. */
export async function openWire(
  script: SimulatorScript,
  options: WireOptions = {},
): Promise<WireFixture> {
  const simulator = await ProviderSimulator.open(script);
  const api = options.api ?? "openai-completions";
  let connection = simulatedConnection(
    api,
    simulator.origin,
    options.connection,
  );
  const executed: string[] = [];
  const factory = new PiAgentSessionFactory({
    models: createPiModelRuntimeFactory({
      pace: "instant",
      providers: {
        connections: fixedSecrets(
          () => connection,
          options.secrets ?? { apiKey: "test-key" },
        ),
        openFetch: options.openFetch ?? openUnguardedFetch,
        limits: { ...DEFAULT_WIRE_LIMITS, ...options.limits },
        wallClock: () => Date.now(),
      },
    }),
    newToolCallId: () => newId("call"),
    firstRetryWaitMs: options.firstRetryWaitMs ?? 1,
  });
  const harness = await TestHarness.create({
    labs: [createOrdersLab(executed)],
    agents: {
      create: (given) => factory.create({ ...given, connection }),
    },
  });
  const session = await harness.session();
  const watch = new EventWatch(session);
  const send = async (text = "go"): Promise<string> =>
    (await session.sendMessage({ text }, TEST_ORIGIN)).runId;
  const ended = (runId: string): Promise<HarnessEvent> =>
    watch.until(
      (event) =>
        event.runId === runId &&
        /^run\.(completed|failed|cancelled)$/.test(event.type),
    );
  return {
    simulator,
    session,
    watch,
    executed,
    send,
    ended,
    connect: (overrides) => {
      connection = { ...connection, ...overrides };
    },
    run: async (text) => ended(await send(text)),
    folder: () => path.join(harness.dataDir, "sessions", session.sessionId),
    texts: () =>
      watch.events.flatMap((event) =>
        event.type === "assistant.completed" ? [event.payload.text] : [],
      ),
    dispose: async () => {
      await harness.dispose();
      await watch.close();
      await simulator.close();
      expect(harness.defects).toEqual([]);
      expect(simulator.defects).toEqual([]);
      expect(checkLegal(watch.events)).toEqual([]);
    },
  };
}

/** A script of fixed replies; the last one goes on for ever. */
export function replies(...list: readonly SimulatorReply[]): SimulatorScript {
  return ({ number }) => {
    const reply = list[Math.min(number, list.length) - 1];
    if (reply === undefined) throw new Error("There is no reply.");
    return reply;
  };
}

function createOrdersLab(executed: string[]): Lab {
  const title = (value: string): ToolDefinition["title"] => ({
    "zh-CN": value,
    en: value,
  });
  const tool = (
    name: string,
    effect: ToolDefinition["effect"],
    properties: Parameters<typeof Type.Object>[0],
  ): ToolDefinition =>
    defineTool({
      name,
      title: title(name),
      description: name,
      parameters: Type.Object(properties, { additionalProperties: false }),
      effect,
      execute: (args) => {
        executed.push(`${name} ${JSON.stringify(args)}`);
        return { text: `${name} did ${JSON.stringify(args)}` };
      },
    });
  return defineLab({
    labId: "orders",
    title: title("Orders"),
    description: title("Orders"),
    systemPrompt: "You know orders.",
    tools: [
      tool("get_order", "read", { id: Type.String() }),
      tool("list_open_orders", "read", {}),
      tool("set_price", "write", { sku: Type.String(), price: Type.Number() }),
      tool("delete_order", "write", { id: Type.String() }),
    ],
    artifacts: [],
    skills: "all",
    demoPrompt: title("demo"),
    demoScript: () => [],
  });
}
