/** A whole studio under test: registries that come and go over one store, people, and clients whose streams are cut. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { verifyLog, type HarnessEvent } from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { expect } from "vitest";
import { newId, type EventStore, type SessionApi } from "../../src/index.ts";
import { InMemoryApprovalBroker } from "../../src/approvals/in-memory-approval-broker.ts";
import { decodeFrames } from "../../src/events/subscribe.ts";
import {
  FakeAgentSessionFactory,
  type FakeScript,
} from "../../src/testing/fake-agent-session.ts";
import {
  createManualClock,
  type ManualClock,
} from "../../src/testing/manual-clock.ts";
import { TestHarness } from "../../src/testing/test-harness.ts";
import { createTestLab, ToolProbe } from "../../src/testing/test-lab.ts";
import { call } from "./session-fixture.ts";

const APPROVAL_MS = 60_000;
const CLIENT_BYTES = 2000;

/** A client that keeps what it read and comes back with its last event. */
interface Client {
  readonly sessionId: string;
  readonly events: HarnessEvent[];
}

/** `look+note+mail`: the calls of the first turn, each with a value that is its own. */
const script: FakeScript = ({ prompt, turn }) => {
  const [id = "", plan = ""] = prompt.split(":");
  const names = plan.split("+").filter((name) => name !== "");
  if (turn === 1 && names.length > 0)
    return {
      text: "I act. ",
      calls: names.map((name, index) => call(name, `${id}-${index}`)),
    };
  return { text: "Done." };
};

export class StudioModel {
  readonly #store: EventStore;
  readonly #folder = mkdtempSync(path.join(tmpdir(), "studio-model-"));
  readonly #clients: Client[] = [];
  /** Every execution of a tool in every life. */
  readonly executed: string[] = [];
  readonly #ended: Promise<void>[] = [];
  #wallClock = Date.UTC(2026, 10, 30, 12);
  #clock: ManualClock = createManualClock();
  #messages = 0;
  harness!: TestHarness;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** A process starts on what there is. */
  async start(): Promise<void> {
    const probe = new ToolProbe();
    this.#clock = createManualClock();
    const clock = this.#clock;
    this.harness = await TestHarness.create({
      labs: [createTestLab(probe)],
      agents: new FakeAgentSessionFactory({
        script,
        newToolCallId: () => newId("call"),
      }),
      settings: { approvalTimeoutMs: APPROVAL_MS },
      deps: {
        store: this.#store,
        dataDir: this.#folder,
        approvals: new InMemoryApprovalBroker({ clock }),
        wallClock: () => this.#wallClock,
      },
    });
    const { executed } = this;
    probe.executed.push = (...names: string[]) => executed.push(...names);
    await this.harness.registry.restore();
  }

  /** The process ends: as asked, or without a chance to say anything. */
  async restart({ isKilled }: { readonly isKilled: boolean }): Promise<void> {
    const before = this.harness;
    if (!isKilled) await before.registry.close();
    await this.start();
    // What a killed process would have left to the system. Its logs are the next one's by now.
    this.#ended.push(before.registry.close());
  }

  /** Time goes by for people who are asked. */
  pass(ms: number): void {
    this.#wallClock += ms;
    this.#clock.advance(ms);
  }

  nextMessage(plan: readonly string[]): string {
    this.#messages += 1;
    return `m${this.#messages}:${plan.join("+")}`;
  }

  sessions(viewerId: string): readonly SessionApi[] {
    return this.harness.registry.list(viewerId);
  }

  connect(sessionId: string): void {
    this.#clients.push({ sessionId, events: [] });
  }

  /** Every client reads a little and is cut: it comes back with the id of its last event. */
  async flap(): Promise<void> {
    for (const client of this.#clients) await this.#read(client, 1);
  }

  /** Lets everything that can go on by itself go on. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 12; turn += 1) await setImmediate();
  }

  /** What holds at every moment. */
  async verify(): Promise<void> {
    for (const { sessionId } of await this.#store.list()) {
      const events = await this.#eventsOf(sessionId);
      expect(verifyLog(events)).toEqual([]);
      expect(checkLegal(events, { unfinished: true })).toEqual([]);
    }
    expect(this.executed.length).toBe(new Set(this.executed).size);
  }

  /** Everyone reads to the end, and has seen exactly the log. */
  async verifyClients(): Promise<void> {
    for (const client of this.#clients) {
      if (this.#store.reader(client.sessionId) === undefined) continue;
      await this.#read(client, Number.POSITIVE_INFINITY);
      const events = await this.#eventsOf(client.sessionId);
      expect(client.events).toEqual(events);
    }
  }

  async dispose(): Promise<void> {
    await this.harness.registry.close();
    await Promise.all(this.#ended);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #read({ sessionId, events }: Client, pages: number): Promise<void> {
    const reader = this.#store.reader(sessionId);
    if (reader === undefined) return;
    const last = events.at(-1);
    const place = await reader.locate(
      last === undefined
        ? { kind: "start" }
        : { kind: "eventId", id: last.eventId },
    );
    expect(place).toHaveProperty("after");
    let after = "after" in place ? place.after : 0;
    for (
      let page = 0;
      page < pages && after < reader.latestSequence;
      page += 1
    ) {
      const { frames, last: next } = await reader.read(after, CLIENT_BYTES);
      events.push(...decodeFrames(frames));
      after = next;
    }
  }

  async #eventsOf(sessionId: string): Promise<readonly HarnessEvent[]> {
    const reader = this.#store.reader(sessionId);
    const events: HarnessEvent[] = [];
    let after = 0;
    while (reader !== undefined && after < reader.latestSequence) {
      const page = await reader.read(after, 64 * 1024);
      events.push(...decodeFrames(page.frames));
      after = page.last;
    }
    return events;
  }
}
