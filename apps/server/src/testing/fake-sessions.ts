/** Sessions for tests of the transport: real logs, no agent. */
import {
  HarnessError,
  newId,
  type EventStore,
  type SessionsApi,
} from "@agent-studio/harness";
import { InMemoryEventStore } from "@agent-studio/harness/adapters";
import { FakeSession } from "./fake-session.ts";

const LAB_ID = "test-lab";
const TEXT = { "zh-CN": "测试", en: "Test" };

export class FakeSessions implements SessionsApi {
  readonly store: EventStore;
  readonly #sessions = new Map<string, FakeSession>();
  #failsModel = false;

  constructor(options: { readonly maxEvents?: number } = {}) {
    this.store = new InMemoryEventStore(
      options.maxEvents === undefined ? {} : { maxEvents: options.maxEvents },
    );
  }

  /** The next new session takes no model. */
  failNextModel(): void {
    this.#failsModel = true;
  }

  /** The session behind an id, whoever it belongs to. */
  session(sessionId: string): FakeSession {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) throw new Error("There is no such session.");
    return session;
  }

  labs(): ReturnType<SessionsApi["labs"]> {
    return [
      {
        labId: LAB_ID,
        title: TEXT,
        description: TEXT,
        demoPrompt: TEXT,
        tools: [],
        actions: [],
      },
    ];
  }

  presets(): ReturnType<SessionsApi["presets"]> {
    return [
      {
        presetId: "demo",
        title: TEXT,
        providerId: "demo",
        api: "demo",
        modelId: "demo",
        supportsImages: true,
        needsApiKey: false,
        available: true,
      },
    ];
  }

  async skills(labId?: string): ReturnType<SessionsApi["skills"]> {
    if (labId !== undefined && labId !== LAB_ID)
      throw new HarnessError("LAB_NOT_FOUND", `No lab ${labId}.`);
    return { skills: [], diagnostics: [] };
  }

  async create(
    input: Parameters<SessionsApi["create"]>[0],
  ): Promise<FakeSession> {
    const { viewerId, labId = LAB_ID, title = "Test" } = input;
    if (labId !== LAB_ID)
      throw new HarnessError("LAB_NOT_FOUND", `No lab ${labId}.`);
    const header = {
      sessionId: newId("ses"),
      viewerId,
      labId,
      title,
      createdAt: new Date().toISOString(),
    };
    const log = await this.store.create(header);
    const session = new FakeSession({ ...header, log });
    this.#sessions.set(header.sessionId, session);
    if (this.#failsModel)
      session.failure = new HarnessError(
        "MODEL_CONFIG_INVALID",
        "Choose another.",
      );
    this.#failsModel = false;
    await session.append({
      type: "session.started",
      payload: { labId, title },
    });
    return session;
  }

  find(sessionId: string, viewerId: string): FakeSession | undefined {
    const session = this.#sessions.get(sessionId);
    return session?.viewerId === viewerId ? session : undefined;
  }

  list(viewerId: string): readonly FakeSession[] {
    return [...this.#sessions.values()]
      .filter((session) => session.viewerId === viewerId)
      .reverse();
  }

  async delete(sessionId: string, viewerId: string): Promise<boolean> {
    const session = this.find(sessionId, viewerId);
    if (session === undefined) return false;
    this.#sessions.delete(sessionId);
    await session.append({
      type: "session.closed",
      payload: { reason: "deleted" },
    });
    return true;
  }

  metrics(): ReturnType<SessionsApi["metrics"]> {
    const sessions = [...this.#sessions.values()];
    const eventsAppended = sessions.reduce(
      (sum, { reader }) => sum + reader.latestSequence,
      0,
    );
    return { sessions: sessions.length, storeQueue: 0, eventsAppended };
  }

  async restore(): Promise<void> {
    // Nothing is there from before.
  }

  async close(): Promise<void> {
    for (const session of this.#sessions.values()) {
      await session.append({
        type: "session.closed",
        payload: { reason: "shutdown" },
      });
    }
    this.#sessions.clear();
    await this.store.close();
  }
}
