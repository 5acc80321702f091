import {
  createInitialState,
  fold,
  type SessionState,
} from "@agent-studio/shared";
import { afterEach, describe, expect, it } from "vitest";
import { InMemoryEventStore } from "../../src/events/in-memory-event-store.ts";
import { TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import { openFixture, turns, type SessionFixture } from "./session-fixture.ts";

let fixture: SessionFixture | undefined;
let now = 0;

async function open(maxEvents: number): Promise<SessionFixture> {
  const store = new InMemoryEventStore({ maxEvents, slabBytes: 512 });
  fixture = await openFixture({
    script: turns({ text: "hello" }),
    harness: { deps: { store, now: () => now } },
  });
  return fixture;
}

afterEach(async () => {
  await fixture?.dispose();
  fixture = undefined;
  now = 0;
});

function snapshotOf({ session }: SessionFixture): {
  readonly sequence: number;
  readonly state: SessionState;
} {
  return JSON.parse(session.snapshot().toString()) as {
    sequence: number;
    state: SessionState;
  };
}

describe("a snapshot", () => {
  it("is the fold of every event up to its sequence", async () => {
    const used = await open(1000);
    await used.ended(await used.send());
    now = 2000;
    const { sequence, state } = snapshotOf(used);
    const events = used.watch.events.slice(0, sequence);
    const folded = fold(createInitialState(used.session.sessionId), events);
    expect(state).toEqual(folded.state);
    expect(sequence).toBe(used.session.reader.latestSequence);
  });

  it("is built at most once a second", async () => {
    const used = await open(1000);
    const first = used.session.snapshot();
    await used.session.update({ title: "another" }, TEST_ORIGIN);
    now = 999;
    expect(used.session.snapshot()).toBe(first);
    now = 1000;
    expect(used.session.snapshot()).not.toBe(first);
  });

  it("is never older than what is retained", async () => {
    const used = await open(3);
    for (let index = 0; index < 50; index += 1) {
      await used.session.update({ title: `title ${index}` }, TEST_ORIGIN);
      expect(snapshotOf(used).sequence).toBeGreaterThanOrEqual(
        used.session.reader.oldestSequence - 1,
      );
    }
    expect(used.session.reader.oldestSequence).toBeGreaterThan(10);
  });
});
