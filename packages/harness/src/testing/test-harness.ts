/** A whole harness on in-memory adapters and a fake agent loop, in a temporary folder that `dispose` removes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Actor, HarnessEvent } from "@agent-studio/shared";
import type { AgentSessionFactory } from "../agent/agent-session.ts";
import { InMemoryApprovalBroker } from "../approvals/in-memory-approval-broker.ts";
import { createFileAttachmentStores } from "../attachments/file-attachment-store.ts";
import { NodeImageNormalizer } from "../attachments/node-image-normalizer.ts";
import { InMemoryEventStore } from "../events/in-memory-event-store.ts";
import { subscribe } from "../events/subscribe.ts";
import { InMemoryModelConnectionStore } from "../models/in-memory-model-connection-store.ts";
import { createModelAccess } from "../models/node-model-access.ts";
import { DEMO_MODEL_ID, DEMO_PROVIDER_ID } from "../models/model-presets.ts";
import type { Lab } from "../sessions/define-lab.ts";
import { newId } from "../sessions/new-id.ts";
import type { SessionApi } from "../sessions/session-api.ts";
import type { HarnessDeps, HarnessSettings } from "../sessions/session-deps.ts";
import { SessionRegistry } from "../sessions/session-registry.ts";
import type { SkillCatalog } from "../skills/skill-catalog.ts";

export const TEST_VIEWER = "viw_0123456789abcdefghijk";
export const TEST_ACTOR: Actor = { kind: "viewer", id: TEST_VIEWER };
export const TEST_ORIGIN = { actor: TEST_ACTOR };

export interface TestHarnessOptions {
  readonly labs: readonly Lab[];
  readonly agents: AgentSessionFactory;
  readonly settings?: Partial<HarnessSettings>;
  readonly skills?: SkillCatalog;
  readonly deps?: Partial<HarnessDeps>;
}

export class TestHarness {
  readonly registry: SessionRegistry;
  readonly dataDir: string;
  /** What the harness reported as defects. */
  readonly defects: unknown[];

  private constructor(
    registry: SessionRegistry,
    dataDir: string,
    defects: unknown[],
  ) {
    this.registry = registry;
    this.dataDir = dataDir;
    this.defects = defects;
  }

  static async create(options: TestHarnessOptions): Promise<TestHarness> {
    const dataDir = await mkdtemp(path.join(tmpdir(), "studio-harness-"));
    const defects: unknown[] = [];
    const registry = new SessionRegistry({
      store: new InMemoryEventStore(),
      approvals: new InMemoryApprovalBroker(),
      attachments: createFileAttachmentStores({
        normalizer: new NodeImageNormalizer(),
      }),
      connections: new InMemoryModelConnectionStore(),
      models: createModelAccess({ allowedOrigins: [] }),
      agents: options.agents,
      skills: options.skills ?? {
        reload: () =>
          Promise.resolve({ skills: [], broken: [], diagnostics: [] }),
      },
      labs: options.labs,
      dataDir,
      settings: {
        runTimeoutMs: 60_000,
        approvalTimeoutMs: 60_000,
        toolTimeoutMs: 60_000,
        maxTurns: 25,
        maxSessionsPerViewer: 200,
        ...options.settings,
      },
      newId,
      wallClock: () => Date.now(),
      now: () => performance.now(),
      onDefect: (error) => defects.push(error),
      ...options.deps,
    });
    return new TestHarness(registry, dataDir, defects);
  }

  /** A session with the demo connection configured. */
  async session(): Promise<SessionApi> {
    const session = await this.registry.create(
      { viewerId: TEST_VIEWER },
      TEST_ORIGIN,
    );
    await session.configureModel(
      {
        presetId: "demo",
        providerId: DEMO_PROVIDER_ID,
        api: "demo",
        modelId: DEMO_MODEL_ID,
        supportsImages: true,
      },
      TEST_ORIGIN,
    );
    return session;
  }

  async dispose(): Promise<void> {
    await this.registry.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Watches one session: keeps every event and lets tests wait for one. */
export class EventWatch {
  readonly events: HarnessEvent[] = [];
  readonly #abort = new AbortController();
  readonly #waiters = new Set<() => void>();
  readonly #done: Promise<void>;

  constructor(session: SessionApi) {
    this.#done = this.#follow(session);
  }

  /** Resolves with the first event, kept or to come, for which `matches` is true. */
  async until(
    matches: (event: HarnessEvent) => boolean,
  ): Promise<HarnessEvent> {
    for (;;) {
      const found = this.events.find(matches);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        const tell = (): void => {
          this.#waiters.delete(tell);
          resolve();
        };
        this.#waiters.add(tell);
      });
    }
  }

  /** Resolves with the first event of a type, optionally with a payload that `matches`. */
  async untilType<T extends HarnessEvent["type"]>(
    type: T,
    matches: (event: Extract<HarnessEvent, { type: T }>) => boolean = () =>
      true,
  ): Promise<Extract<HarnessEvent, { type: T }>> {
    const isOfType = (
      event: HarnessEvent,
    ): event is Extract<HarnessEvent, { type: T }> => event.type === type;
    const event = await this.until(
      (candidate) => isOfType(candidate) && matches(candidate),
    );
    if (!isOfType(event))
      throw new Error("The event that was waited for has another type.");
    return event;
  }

  types(): string[] {
    return this.events.map((event) => event.type);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#done;
  }

  async #follow(session: SessionApi): Promise<void> {
    for await (const event of subscribe(session.reader, {
      afterSequence: 0,
      signal: this.#abort.signal,
    })) {
      this.events.push(event);
      for (const tell of [...this.#waiters]) tell();
    }
  }
}
