import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { FakeSession } from "../../src/testing/fake-session.ts";
import { FakeSessions } from "../../src/testing/fake-sessions.ts";
import {
  startFakeApp,
  type TestApp,
  type TestViewer,
} from "../../src/testing/test-app.ts";

const FIXTURE = "../../../../fixtures/security/sse-cases.json";
const ROWS = z
  .array(z.object({ id: z.string(), group: z.string(), name: z.string() }))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, FIXTURE), "utf8")));

/** What the browser does, what has no meaning here, and what is shown where keys are kept. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "sse-025": "the client passes its own cursor",
  "sse-026": "the client keeps its old cursor",
  "sse-035": "cookies are not revoked",
  "sse-037": "a stream that can't be had is 404",
  "sse-041": "the redactor stands before the log",
};

let server: TestApp<FakeSessions>;
let viewer: TestViewer;
beforeAll(async () => {
  server = await startFakeApp({
    streamLimits: { heartbeatMs: 50, resetDelayMs: 0, stallMs: 200 },
    timeouts: { headersMs: 100, checkMs: 20 },
  });
  viewer = await server.viewer();
});
afterAll(() => server.app.close());

const titled = (title: string) => ({
  type: "session.updated" as const,
  payload: { title },
});
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

async function sessionWith(events: number): Promise<FakeSession> {
  const session = server.sessions.session(await viewer.createSession());
  if (events > 1)
    await session.append(...range(2, events).map((n) => titled(`t${n}`)));
  return session;
}

async function idAt(session: FakeSession, sequence: number): Promise<string> {
  const { frames } = await session.reader.read(sequence - 1, 1);
  return /^id: (.*)$/m.exec(frames.toString())?.[1] ?? "";
}

/** Reads a session of a hundred events from a place, and one live event more. */
async function read(
  place: (
    session: FakeSession,
  ) => Promise<readonly [string, Record<string, string>]>,
) {
  const session = await sessionWith(100);
  const stream = await viewer.stream(
    session.sessionId,
    ...(await place(session)),
  );
  await session.append(titled("live"));
  await stream.untilSequence(101);
  stream.close();
  return stream.sequences;
}

async function firstFrame(session: FakeSession, lastEventId: string) {
  const headers = { "last-event-id": lastEventId };
  const stream = await viewer.stream(session.sessionId, "", headers);
  await stream.ended;
  return {
    status: stream.response.statusCode,
    frame: stream.events[0],
    text: stream.bytes.toString(),
  };
}

const SCENARIOS: Readonly<Record<string, () => Promise<void>>> = {
  "sse-014": async () => {
    const sequences = await read(async (session) => [
      "",
      { "last-event-id": await idAt(session, 41) },
    ]);
    expect(sequences).toEqual(range(42, 101));
  },
  "sse-016": async () => {
    expect(await read(async () => ["", {}])).toEqual(range(1, 101));
  },
  "sse-017": async () => {
    expect(await read(async () => ["?afterSequence=41", {}])).toEqual(
      range(42, 101),
    );
    const both = await read(async (session) => [
      "?afterSequence=7",
      { "last-event-id": await idAt(session, 41) },
    ]);
    expect(both).toEqual(range(42, 101));
    const { sessionId } = await sessionWith(1);
    const malformed = await viewer.stream(sessionId, "?afterSequence=4x");
    expect(malformed.response.statusCode).toBe(400);
  },
  "sse-019": async () => {
    const forgetful = new FakeSessions({ maxEvents: 500 });
    const own = await startFakeApp({ sessions: forgetful });
    const owner = await own.viewer();
    const session = forgetful.session(await owner.createSession());
    const headers = { "last-event-id": await idAt(session, 1) };
    for (let n = 0; n < 30; n += 1)
      await session.append(...range(1, 100).map(() => titled("x".repeat(200))));
    const stream = await owner.stream(session.sessionId, "", headers);
    await stream.ended;
    expect(stream.events).toMatchObject([{ id: null, event: "stream.reset" }]);
    expect(JSON.parse(stream.events[0]?.data ?? "")).toMatchObject({
      reason: "gap",
      latestSequence: 3001,
    });
    await own.app.close();
  },
  "sse-020": async () => {
    const session = await sessionWith(50);
    for (const id of [
      "-1",
      "1.5",
      "1e3",
      "0x10",
      "9".repeat(30),
      "0041",
      "41",
    ]) {
      const { frame } = await firstFrame(session, id);
      expect(frame).toMatchObject({ event: "stream.reset" });
      const { status } = await viewer.request(
        "GET",
        `/api/sessions/${session.sessionId}/events?afterSequence=${id}x`,
      );
      expect(status).toBe(400);
    }
  },
  "sse-022": async () => {
    const session = await sessionWith(1);
    const { status, text } = await firstFrame(session, "canary".repeat(1700));
    expect(status).toBe(400);
    expect(text).not.toContain("canary");
  },
  "sse-023": async () => {
    const session = await sessionWith(1);
    const writing = (async () => {
      for (let n = 0; n < 100; n += 1)
        await session.append(...range(1, 10).map((k) => titled(`${n}.${k}`)));
    })();
    const stream = await viewer.stream(session.sessionId);
    await writing;
    await stream.untilSequence(1001);
    stream.close();
    expect(stream.sequences).toEqual(range(1, 1001));
  },
  "sse-028": async () => {
    const session = await sessionWith(1);
    const startedAt = performance.now();
    const stream = await viewer.stream(session.sessionId);
    await stream.until(({ frames }) => frames.length > 0);
    expect(performance.now() - startedAt).toBeLessThan(1000);
    expect(stream.response.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    stream.close();
  },
  "sse-029": async () => {
    const stream = await viewer.stream((await sessionWith(1)).sessionId);
    await stream.until(
      ({ frames }) =>
        frames.filter(({ kind }) => kind === "comment").length > 1,
    );
    expect(stream.bytes.toString()).not.toMatch(/id: [^\n]*\n: heartbeat/);
    stream.close();
  },
  "sse-031": async () => {
    const session = await sessionWith(1);
    const slow = await viewer.stream(session.sessionId);
    slow.pause();
    const big = titled("x".repeat(100_000));
    const quick = await viewer.stream(
      session.sessionId,
      `?afterSequence=${session.reader.latestSequence}`,
    );
    for (let n = 0; n < 40; n += 1) {
      await session.append(...range(1, 10).map(() => big));
      await quick.untilSequence(session.reader.latestSequence);
    }
    expect(quick.sequences).toEqual(range(2, 401));
    slow.resume();
    await slow.ended;
    expect(slow.sequences.length).toBeLessThan(401);
    const headers = { "last-event-id": slow.lastEventId };
    const again = await viewer.stream(session.sessionId, "", headers);
    await again.untilSequence(401);
    expect([...slow.sequences, ...again.sequences]).toEqual(range(1, 401));
    for (const stream of [quick, again]) stream.close();
  },
  "sse-032": async () => {
    const silent = connect(server.port, "127.0.0.1");
    await new Promise((resolve) => silent.resume().once("close", resolve));
  },
  "sse-034": async () => {
    const { sessionId } = await sessionWith(1);
    const tabs = [];
    for (const tab of "abcdefg")
      tabs.push(await viewer.stream(sessionId, `?tab=${tab}`));
    for (const paused of tabs.slice(0, 3)) {
      await paused.ended;
      expect(paused.events.at(-1)?.event).toBe("stream.paused");
    }
    for (const open of tabs.slice(3)) open.close();
  },
  "sse-038": async () => {
    const own = await startFakeApp();
    const owner = await own.viewer();
    const stream = await owner.stream(await owner.createSession());
    await own.app.close();
    await stream.ended;
    expect(stream.events.at(-1)?.event).toBe("session.closed");
  },
  "sse-040": async () => {
    const session = await sessionWith(1);
    const streams = await Promise.all(
      range(1, 3).map(() => viewer.stream(session.sessionId)),
    );
    await Promise.all(
      range(1, 50).map((n) => session.append(titled(`a${n}`), titled(`b${n}`))),
    );
    for (const stream of streams) {
      await stream.untilSequence(101);
      expect(stream.sequences).toEqual(range(1, 101));
      expect(stream.events).toEqual(streams[0]?.events);
      stream.close();
    }
  },
};

describe("a case of the stream", () => {
  const rows = ROWS.filter(({ group }) => group !== "format");

  it.each(rows.filter(({ id }) => !(id in ELSEWHERE)))(
    "$id: $name",
    async ({ id }) => {
      const scenario = SCENARIOS[id];
      expect(scenario).toBeDefined();
      await scenario?.();
    },
  );

  it("is played here or named as one that is not the server's", () => {
    const known = [...Object.keys(SCENARIOS), ...Object.keys(ELSEWHERE)];
    expect(known.sort()).toEqual(rows.map(({ id }) => id).sort());
  });
});
