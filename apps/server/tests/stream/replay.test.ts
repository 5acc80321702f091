import { createFrameDecoder } from "@agent-studio/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FakeSession } from "../../src/testing/fake-session.ts";
import { FakeSessions } from "../../src/testing/fake-sessions.ts";
import type { StreamClient } from "../../src/testing/stream-client.ts";
import {
  startFakeApp,
  type TestApp,
  type TestViewer,
} from "../../src/testing/test-app.ts";

let server: TestApp<FakeSessions>;
let viewer: TestViewer;
/** Keeps few events. */
let forgetful: TestApp<FakeSessions>;

beforeAll(async () => {
  server = await startFakeApp({ streamLimits: { resetDelayMs: 100 } });
  viewer = await server.viewer();
  forgetful = await startFakeApp({
    sessions: new FakeSessions({ maxEvents: 300 }),
  });
});
afterAll(() => Promise.all([server.app.close(), forgetful.app.close()]));

const titled = (title: string) => ({
  type: "session.updated" as const,
  payload: { title },
});
const sequencesTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** A session with that many events, the first of them `session.started`. */
async function sessionWith(events: number): Promise<FakeSession> {
  const session = server.sessions.session(await viewer.createSession());
  if (events > 1)
    await session.append(
      ...sequencesTo(events - 1).map((n) => titled(`Title ${n}`)),
    );
  return session;
}

const idAt = async (
  session: FakeSession,
  sequence: number,
): Promise<string> => {
  const page = await session.reader.read(sequence - 1, 1);
  return /^id: (.*)$/m.exec(page.frames.toString())?.[1] ?? "";
};

const reset = (client: StreamClient): unknown => {
  const [frame] = client.events;
  return frame === undefined
    ? undefined
    : {
        event: frame.event,
        id: frame.id,
        data: JSON.parse(frame.data) as unknown,
      };
};

describe("a stream", () => {
  it("starts with the time to wait and has the headers of a stream", async () => {
    const session = await sessionWith(3);
    const client = await viewer.stream(session.sessionId);
    await client.untilSequence(3);
    expect(client.response.statusCode).toBe(200);
    expect(client.response.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/^req_/) as string,
      "set-cookie": [expect.stringContaining(viewer.cookie) as string],
    });
    expect(client.response.headers).not.toHaveProperty("content-encoding");
    expect(client.frames[0]).toEqual({ kind: "retry", retryMs: 1000 });
    expect(client.frames.filter(({ kind }) => kind === "retry")).toHaveLength(
      1,
    );
    expect(client.events.map(({ event }) => event)).toEqual([
      "session.started",
      "session.updated",
      "session.updated",
    ]);
    client.close();
  });

  it("frames the whole event under its own id and type", async () => {
    const session = await sessionWith(1);
    const client = await viewer.stream(session.sessionId);
    const nasty = "a\r\ndata: evil\n\nid: 7\u2028\u0085\ud800";
    const [stored] = await session.append(titled(nasty));
    await client.untilSequence(2);
    const frame = client.events[1];
    expect(frame).toMatchObject({
      id: stored?.eventId,
      event: "session.updated",
    });
    expect(JSON.parse(frame?.data ?? "")).toEqual(stored);
    expect(client.events).toHaveLength(2);
    client.close();
  });

  it("goes on after Last-Event-ID, which wins over the query", async () => {
    const session = await sessionWith(100);
    const client = await viewer.stream(session.sessionId, "?afterSequence=99", {
      "last-event-id": await idAt(session, 41),
    });
    await client.untilSequence(100);
    await session.append(titled("live"));
    await client.untilSequence(101);
    expect(client.sequences).toEqual(sequencesTo(101, 42));
    client.close();
  });

  it.each([
    ["?afterSequence=41", 42],
    ["?afterSequence=0", 1],
    ["?afterSequence=100", 101],
    ["", 1],
  ])("with %j starts at %i", async (query, first) => {
    const session = await sessionWith(100);
    const client = await viewer.stream(session.sessionId, query);
    await session.append(titled("live"));
    await client.untilSequence(101);
    expect(client.sequences).toEqual(sequencesTo(101, first));
    client.close();
  });

  it("takes an empty Last-Event-ID as none", async () => {
    const session = await sessionWith(5);
    const client = await viewer.stream(session.sessionId, "?afterSequence=3", {
      "last-event-id": "",
    });
    await client.untilSequence(5);
    expect(client.sequences).toEqual([4, 5]);
    client.close();
  });
});

describe("a place that is none", () => {
  it.each([
    "-1",
    "1.5",
    "1e3",
    "0x10",
    "01",
    "",
    " 1",
    "99999999999999999999",
    "x",
  ])("is 400 as afterSequence=%s", async (value) => {
    const session = await sessionWith(1);
    const answer = await viewer.request(
      "GET",
      `/api/sessions/${session.sessionId}/events?afterSequence=${encodeURIComponent(value)}`,
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: "VALIDATION_FAILED" } },
    });
  });

  it.each([`evt_${"a".repeat(200)}_1`, "a\tb", "a\u0085b"])(
    "is 400 as Last-Event-ID %j and not echoed",
    async (id) => {
      const session = await sessionWith(1);
      const client = await viewer.stream(session.sessionId, "", {
        "last-event-id": id,
      });
      await client.ended;
      expect(client.response.statusCode).toBe(400);
      expect(client.bytes.toString()).not.toContain(id);
    },
  );

  it.each([
    "41",
    "1",
    "0",
    "-1",
    "999999999",
    "1e3",
    "NaN",
    "abc",
    "evt_x",
    `evt_${"a".repeat(22)}_1`,
    `evt_${"a".repeat(22)}_9999`,
  ])("[S04] is unknown as Last-Event-ID %s", async (id) => {
    const session = await sessionWith(50);
    const client = await viewer.stream(session.sessionId, "", {
      "last-event-id": id,
    });
    await client.ended;
    expect(reset(client)).toEqual({
      event: "stream.reset",
      id: null,
      data: { reason: "unknown_cursor", oldestSequence: 1, latestSequence: 50 },
    });
    expect(client.events).toHaveLength(1);
  });

  it("is unknown when it is beyond the latest or of another session", async () => {
    const [one, other] = [await sessionWith(5), await sessionWith(5)];
    const beyond = await viewer.stream(one.sessionId, "?afterSequence=6");
    await beyond.ended;
    expect(reset(beyond)).toMatchObject({ data: { reason: "unknown_cursor" } });
    const foreign = await viewer.stream(one.sessionId, "", {
      "last-event-id": await idAt(other, 3),
    });
    await foreign.ended;
    expect(reset(foreign)).toMatchObject({
      data: { reason: "unknown_cursor" },
    });
  });

  it("[AC-04] is a gap when it is no longer retained; the snapshot's sequence is a place again", async () => {
    const owner = await forgetful.viewer();
    const session = forgetful.sessions.session(await owner.createSession());
    const first = await idAt(session, 1);
    for (let batch = 0; batch < 40; batch += 1) {
      await session.append(
        ...sequencesTo(100).map(() => titled("x".repeat(200))),
      );
    }
    expect(session.reader.oldestSequence).toBeGreaterThan(2);
    const client = await owner.stream(session.sessionId, "", {
      "last-event-id": first,
    });
    await client.ended;
    const { oldestSequence, latestSequence } = session.reader;
    expect(reset(client)).toMatchObject({
      data: { reason: "gap", oldestSequence, latestSequence },
    });
    const { body } = await owner.request(
      "GET",
      `/api/sessions/${session.sessionId}/snapshot`,
    );
    const again = await owner.stream(
      session.sessionId,
      `?afterSequence=${(body as { sequence: number }).sequence}`,
    );
    await session.append(titled("live"));
    await again.untilSequence(latestSequence + 1);
    expect(again.sequences).toEqual([latestSequence + 1]);
    again.close();
  });

  it("is told again only after a while", async () => {
    const session = await sessionWith(5);
    const times: number[] = [];
    for (let count = 0; count < 2; count += 1) {
      const startedAt = performance.now();
      const client = await viewer.stream(
        session.sessionId,
        "?afterSequence=77",
      );
      await client.ended;
      times.push(performance.now() - startedAt);
      expect(reset(client)).toMatchObject({ event: "stream.reset" });
    }
    expect(times[0]).toBeLessThan(90);
    expect(times[1]).toBeGreaterThan(90);
  });
});

describe("a stream that is cut", () => {
  it("at any byte and resumed gives exactly the log", async () => {
    const session = await sessionWith(12);
    const whole = await viewer.stream(session.sessionId);
    await whole.untilSequence(12);
    whole.close();
    const text = whole.bytes;
    for (let cut = 0; cut <= text.length; cut += 7) {
      const decoder = createFrameDecoder();
      decoder.push(text.subarray(0, cut).toString("latin1"));
      const id = decoder.lastEventId();
      const known = id === "" ? 0 : Number(id.slice(id.lastIndexOf("_") + 1));
      const rest = await viewer.stream(
        session.sessionId,
        "",
        id === "" ? {} : { "last-event-id": id },
      );
      if (known < 12) await rest.untilSequence(12);
      expect(rest.sequences).toEqual(sequencesTo(12, known + 1));
      rest.close();
    }
  });

  it("[AC-01] again and again, while events come, misses and repeats nothing", async () => {
    const session = await sessionWith(1);
    const seen: number[] = [];
    let id = "";
    const writing = (async () => {
      for (let n = 0; n < 60; n += 1)
        await session.append(...sequencesTo(5).map(() => titled(`t${n}`)));
    })();
    while ((seen.at(-1) ?? 0) < 301) {
      const client = await viewer.stream(
        session.sessionId,
        "",
        id === "" ? {} : { "last-event-id": id },
      );
      const target = Math.min(301, (seen.at(-1) ?? 0) + 13);
      await client.untilSequence(target);
      client.close();
      seen.push(...client.sequences);
      id = client.lastEventId;
    }
    await writing;
    expect(seen).toEqual(sequencesTo(301));
  });
});

describe("replay and live", () => {
  it("meet without hole, repeat or reordering while 1,000 events come and clients arrive", async () => {
    const session = await sessionWith(200);
    const clients: Promise<StreamClient>[] = [];
    for (let n = 0; n < 250; n += 1) {
      if (n % 25 === 0)
        clients.push(viewer.stream(session.sessionId, "?afterSequence=150"));
      await session.append(...sequencesTo(4).map((k) => titled(`${n}.${k}`)));
    }
    for (const client of await Promise.all(clients)) {
      await client.untilSequence(1200);
      expect(client.sequences).toEqual(sequencesTo(1200, 151));
      client.close();
    }
  });

  it("look the same to every watcher, byte for byte", async () => {
    const session = await sessionWith(1);
    const [first, second] = [
      await viewer.stream(session.sessionId),
      await viewer.stream(session.sessionId),
    ];
    for (let n = 0; n < 100; n += 1)
      await session.append(titled(`t${n}`), titled(`u${n}`));
    await Promise.all([first.untilSequence(201), second.untilSequence(201)]);
    expect(first.bytes.equals(second.bytes)).toBe(true);
    first.close();
    second.close();
  });
});

describe("the download of events", () => {
  it("is one line of JSON for each retained event", async () => {
    const session = await sessionWith(250);
    const answer = await viewer.request(
      "GET",
      `/api/sessions/${session.sessionId}/events.jsonl`,
    );
    expect(answer.headers.get("content-type")).toBe(
      "application/jsonl; charset=utf-8",
    );
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="ses_/,
    );
    const lines = (answer.body as string).split("\n");
    expect(lines.pop()).toBe("");
    expect(
      lines.map((line) => (JSON.parse(line) as { sequence: number }).sequence),
    ).toEqual(sequencesTo(250));
  });
});
