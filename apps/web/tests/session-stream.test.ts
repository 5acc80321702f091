import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HarnessEvent } from "@agent-studio/shared";
import { createApiError } from "@agent-studio/shared";
import { anEvent, legalLog } from "@agent-studio/shared/testing";
import type { Connection } from "../src/client/connection.ts";
import {
  createSessionStream,
  HANDSHAKE_LIMIT_MS,
  HIDDEN_LIMIT_MS,
  SILENCE_LIMIT_MS,
} from "../src/client/session-stream.ts";
import {
  createFakeStream,
  framesOf,
  PAUSED_FRAME,
  positionOf,
  resetFrame,
} from "./fakes/fake-stream.ts";
import type { Answer } from "./fakes/fake-stream.ts";
import { createManualClock, settle } from "./fakes/manual-clock.ts";
import { createManualPresence } from "./fakes/manual-presence.ts";

const EVENTS = [1, 2, 3].map((sequence) =>
  anEvent({
    type: sequence === 1 ? "session.started" : "session.updated",
    sequence,
  }),
);

function open(options: { answer?: Answer; fromSnapshot?: boolean } = {}) {
  const clock = createManualClock();
  const presence = createManualPresence();
  const server = createFakeStream(options.answer);
  const received: HarnessEvent[] = [];
  const phases: string[] = [];
  let expected = 1;
  let snapshots = 0;
  const stream = createSessionStream({
    open: server.open,
    recover: async () => {
      snapshots += 1;
      expected = 3;
      return 2;
    },
    receive(events) {
      for (const event of events) {
        if (event.sequence < expected) continue;
        if (event.sequence > expected) return "gap";
        expected += 1;
        received.push(event);
      }
      return "ok";
    },
    onConnection: (connection: Connection) => phases.push(connection.phase),
    clock,
    presence,
    random: () => 0,
    ...(options.fromSnapshot === true ? { fromSnapshot: true } : {}),
  });
  stream.start();
  const facts = {
    get snapshots() {
      return snapshots;
    },
  };
  return { clock, presence, server, received, phases, stream, facts };
}

function refusal(
  status: number,
  code: "SESSION_NOT_FOUND" | "VIEWER_REQUIRED" | "INTERNAL",
) {
  return Response.json(createApiError(code, "No.", "req_0"), { status });
}

describe("a stream cut at any byte", () => {
  it("is resumed without a word lost or repeated", async () => {
    await fc.assert(
      fc.asyncProperty(
        legalLog({ maxChoices: 60 }),
        fc.array(fc.tuple(fc.nat(5000), fc.boolean()), { maxLength: 4 }),
        async (log, cuts) => {
          const { clock, server, received, stream } = open();
          for (const [cut, breaks] of cuts) {
            await settle();
            const from = positionOf(log, server.last.cursor);
            const bytes = new TextEncoder().encode(framesOf(log.slice(from)));
            server.last.sendBytes(bytes.slice(0, cut));
            await settle();
            if (breaks) server.last.breakOff();
            else server.last.end();
            await clock.pass(15_000);
          }
          const from = positionOf(log, server.last.cursor);
          server.last.send(framesOf(log.slice(from)));
          await settle();
          stream.stop();
          expect(received.map(({ eventId }) => eventId)).toEqual(
            log.map(({ eventId }) => eventId),
          );
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("a session stream", () => {
  it("begins with the oldest event and goes on after the last one it saw", async () => {
    const { clock, server } = open();
    await settle();
    expect(server.last.cursor).toBeNull();
    server.last.send(framesOf(EVENTS));
    await settle();
    server.last.end();
    await clock.pass(500);
    expect(server.last.cursor).toEqual({ lastEventId: EVENTS[2]?.eventId });
  });

  it("gives up on a line that is silent for 40 s, and heartbeats keep it", async () => {
    const { clock, server, phases } = open();
    await settle();
    for (let beat = 0; beat < 4; beat += 1) {
      await clock.pass(15_000);
      server.last.send(": heartbeat\n\n");
      await settle();
    }
    expect(server.connections).toHaveLength(1);
    await clock.pass(SILENCE_LIMIT_MS);
    expect(phases.at(-1)).toBe("waiting");
    expect(server.connections[0]?.signal.aborted).toBe(true);
    await clock.pass(1_000);
    expect(server.connections).toHaveLength(2);
  });

  it("does not wait longer than 10 s for an answer", async () => {
    const clock = createManualClock();
    const stream = createSessionStream({
      open: () => new Promise<Response>(() => undefined),
      recover: async () => 0,
      receive: () => "ok",
      onConnection: () => undefined,
      clock,
      presence: createManualPresence(),
      random: () => 0,
    });
    stream.start();
    await clock.pass(HANDSHAKE_LIMIT_MS);
    expect(stream.connection).toMatchObject({
      phase: "waiting",
      cause: "handshake",
    });
    stream.stop();
  });

  it("takes the snapshot after a reset and comes back after its sequence", async () => {
    const { server, facts } = open();
    await settle();
    server.last.send(resetFrame("gap"));
    await settle();
    expect(facts.snapshots).toBe(1);
    expect(server.last.cursor).toEqual({ afterSequence: 2 });
  });

  it("takes the snapshot when an event is missing", async () => {
    const { server, facts, received } = open();
    await settle();
    server.last.send(framesOf([EVENTS[0]!, EVENTS[2]!]));
    await settle();
    expect(facts.snapshots).toBe(1);
    server.last.send(framesOf([EVENTS[2]!]));
    await settle();
    expect(received.map(({ sequence }) => sequence)).toEqual([1, 3]);
  });

  it("begins with the snapshot where the log is too long to replay", async () => {
    const { server, facts } = open({ fromSnapshot: true });
    await settle();
    expect(facts.snapshots).toBe(1);
    expect(server.connections).toHaveLength(1);
    expect(server.last.cursor).toEqual({ afterSequence: 2 });
  });

  it("stays paused until the page is used, and then goes on where it was", async () => {
    const { clock, server, presence, stream } = open();
    await settle();
    server.last.send(framesOf(EVENTS) + PAUSED_FRAME);
    await settle();
    server.last.end();
    await clock.pass(60_000);
    expect(stream.connection.phase).toBe("paused");
    expect(server.connections).toHaveLength(1);
    presence.notice("used");
    await settle();
    expect(server.last.cursor).toEqual({ lastEventId: EVENTS[2]?.eventId });
  });

  it("lets go after 30 s in a hidden tab and resumes by id when it is seen again", async () => {
    const { clock, server, presence, stream } = open();
    await settle();
    server.last.send(framesOf(EVENTS));
    presence.notice("hidden");
    await clock.pass(HIDDEN_LIMIT_MS - 1);
    expect(stream.connection.phase).toBe("open");
    await clock.pass(1);
    expect(stream.connection.phase).toBe("released");
    expect(server.last.signal.aborted).toBe(true);
    presence.notice("visible");
    await settle();
    expect(server.connections).toHaveLength(2);
    expect(server.last.cursor).toEqual({ lastEventId: EVENTS[2]?.eventId });
  });

  it("keeps the stream of a tab that is hidden for a moment", async () => {
    const { clock, server, presence } = open();
    await settle();
    presence.notice("hidden");
    await clock.pass(10_000);
    presence.notice("visible");
    await clock.pass(HIDDEN_LIMIT_MS - 5_000);
    expect(server.connections).toHaveLength(1);
  });

  it("comes back at once when the network does", async () => {
    const { server, presence } = open();
    await settle();
    server.last.breakOff();
    await settle();
    presence.notice("online");
    await settle();
    expect(server.connections).toHaveLength(2);
  });

  it.each([
    [404, "SESSION_NOT_FOUND"],
    [401, "VIEWER_REQUIRED"],
  ] as const)("ends for good at %i", async (status, code) => {
    const { clock, server, stream, presence } = open({
      answer: () => refusal(status, code),
    });
    await clock.pass(60_000);
    expect(stream.connection).toEqual({ phase: "refused", code });
    expect(server.connections).toHaveLength(1);
    expect(clock.pending).toBe(0);
    expect(presence.listeners).toBe(0);
  });

  it("comes back after an error of the server, five times if need be", async () => {
    let failures = 5;
    const { clock, server, received } = open({
      answer: () => (failures-- > 0 ? refusal(500, "INTERNAL") : undefined),
    });
    await clock.pass(10_000);
    server.last.send(framesOf(EVENTS));
    await settle();
    expect(server.connections).toHaveLength(6);
    expect(received).toHaveLength(3);
  });

  it("ends when the session is deleted, and not when the server shuts down", async () => {
    const closed = (reason: "deleted" | "shutdown") =>
      framesOf([anEvent({ type: "session.closed", payload: { reason } })]);
    const gone = open();
    await settle();
    gone.server.last.send(closed("deleted"));
    gone.server.last.end();
    await gone.clock.pass(60_000);
    expect(gone.stream.connection.phase).toBe("closed");

    const down = open();
    await settle();
    down.server.last.send(closed("shutdown"));
    down.server.last.end();
    await down.clock.pass(1_000);
    expect(down.server.connections).toHaveLength(2);
  });

  it("leaves neither timer nor listener nor request when it is stopped", async () => {
    const { clock, server, presence, stream } = open();
    await settle();
    presence.notice("hidden");
    stream.stop();
    stream.stop();
    await settle();
    expect(clock.pending).toBe(0);
    expect(presence.listeners).toBe(0);
    expect(server.last.signal.aborted).toBe(true);
  });
});

describe("a stream that is cut on purpose", () => {
  it("asks for nothing until it is restored, and then for what follows the last event", async () => {
    const { clock, presence, server, received, stream } = open();
    await settle();
    server.last.send(framesOf(EVENTS.slice(0, 2)));
    await settle();
    stream.cut();
    expect(server.last.signal.aborted).toBe(true);
    presence.notice("used");
    presence.notice("visible");
    await clock.pass(HIDDEN_LIMIT_MS * 10);
    expect(server.connections).toHaveLength(1);
    expect(stream.cursor).toEqual({ lastEventId: EVENTS[1]?.eventId });
    stream.retry();
    await settle();
    expect(server.last.cursor).toEqual({ lastEventId: EVENTS[1]?.eventId });
    server.last.send(framesOf(EVENTS.slice(2)));
    await settle();
    expect(received).toEqual(EVENTS);
  });
});
