import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import type { FakeSession } from "../../src/testing/fake-session.ts";
import { FakeSessions } from "../../src/testing/fake-sessions.ts";
import { openRawStream } from "../../src/testing/raw-stream.ts";
import {
  startFakeApp,
  type TestApp,
  type TestViewer,
} from "../../src/testing/test-app.ts";

const open: TestApp<FakeSessions>[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ app }) => app.close()));
});

interface Setting {
  readonly server: TestApp<FakeSessions>;
  readonly viewer: TestViewer;
  readonly session: FakeSession;
}

async function start(
  options: Parameters<typeof startFakeApp>[0] = {},
): Promise<Setting> {
  const server = await startFakeApp(options);
  open.push(server);
  const viewer = await server.viewer();
  return {
    server,
    viewer,
    session: server.sessions.session(await viewer.createSession()),
  };
}

const titled = (title: string) => ({
  type: "session.updated" as const,
  payload: { title },
});
/** At most 300 requests, of the 600 that a viewer has in a minute. */
const POLL = { interval: 50, timeout: 15_000 };
const metrics = async (viewer: TestViewer) =>
  (await viewer.request("GET", "/api/metrics")).body as { openStreams: number };
/** Asks until the number of open streams is as wanted; not so often that the asking is refused. */
async function untilStreams(viewer: TestViewer, wanted: number): Promise<void> {
  await expect
    .poll(async () => (await metrics(viewer)).openStreams, POLL)
    .toBe(wanted);
}

describe("the heart", () => {
  it("[S14] [AC-02] beats without moving the cursor", async () => {
    const { viewer, session } = await start({
      streamLimits: { heartbeatMs: 20 },
    });
    const client = await viewer.stream(session.sessionId);
    await client.until(
      ({ frames }) =>
        frames.filter(({ kind }) => kind === "comment").length >= 2,
    );
    expect(client.bytes.toString()).toContain("\n\n: heartbeat\n\n");
    expect(client.events).toHaveLength(1);
    client.close();
  });
});

describe("a slow reader", () => {
  const big = titled("x".repeat(50_000));
  const options = { sessions: new FakeSessions({ maxEvents: 100_000 }) };

  it("[S08] that falls too far behind live events is dropped, alone, and misses nothing when it comes back", async () => {
    const { server, viewer, session } = await start({
      ...options,
      streamLimits: { behindBytes: 2_000_000 },
    });
    const path = `/api/sessions/${session.sessionId}/events`;
    const slow = openRawStream({
      port: server.port,
      path,
      headers: { cookie: viewer.cookie },
    });
    const reading = await viewer.stream(session.sessionId);
    await untilStreams(viewer, 2);
    let appended = 1;
    while ((await metrics(viewer)).openStreams === 2) {
      await session.append(big, big, big, big);
      appended += 4;
      await reading.untilSequence(appended);
    }
    await reading.untilSequence(appended);
    expect(reading.sequences).toHaveLength(appended);
    slow.destroy();

    const again = await viewer.stream(session.sessionId);
    await again.untilSequence(appended);
    expect(again.sequences).toHaveLength(appended);
    for (const client of [reading, again]) client.close();
  });

  it("that reads nothing at all is dropped after a while", async () => {
    const { server, viewer, session } = await start({
      ...options,
      sessions: new FakeSessions(),
      // Long enough to be seen open first.
      streamLimits: { stallMs: 1_000 },
    });
    for (let n = 0; n < 10; n += 1)
      await session.append(...Array.from({ length: 20 }, () => big));
    const slow = openRawStream({
      port: server.port,
      path: `/api/sessions/${session.sessionId}/events`,
      headers: { cookie: viewer.cookie },
    });
    await untilStreams(viewer, 1);
    await untilStreams(viewer, 0);
    slow.destroy();
  });

  it("of a long history is none: it may take its time", async () => {
    const { viewer, session } = await start({
      sessions: new FakeSessions(),
      streamLimits: { behindBytes: 1000 },
    });
    for (let n = 0; n < 10; n += 1)
      await session.append(...Array.from({ length: 20 }, () => big));
    const client = await viewer.stream(session.sessionId);
    await client.untilSequence(100);
    client.pause();
    client.resume();
    await client.untilSequence(201);
    expect(client.sequences).toHaveLength(201);
    client.close();
  });

  it("never has more than 128 KiB waiting for it in the process", async () => {
    const { server, viewer, session } = await start({
      sessions: new FakeSessions(),
    });
    const waiting: number[] = [];
    server.app.server.on("connection", (socket) => {
      const write = socket.write.bind(socket);
      socket.write = (...args: [Uint8Array | string]) => {
        const goesOn = write(...args);
        waiting.push(socket.writableLength);
        return goesOn;
      };
    });
    const slow = openRawStream({
      port: server.port,
      path: `/api/sessions/${session.sessionId}/events`,
      headers: { cookie: viewer.cookie },
    });
    await untilStreams(viewer, 1);
    for (let n = 0; n < 30; n += 1)
      await session.append(...Array.from({ length: 10 }, () => big));
    await session.append(titled("y".repeat(1_000_000)));
    while (Math.max(...waiting) === 0)
      await new Promise((resolve) => setImmediate(resolve));
    expect(Math.max(...waiting)).toBeLessThanOrEqual(128 * 1024);
    slow.destroy();
  });
});

describe("the streams of one viewer", () => {
  it("have a limit that is told, and that a closed one makes room under", async () => {
    const { viewer, session } = await start({
      streamLimits: { streamsAViewer: 2 },
    });
    const first = await viewer.stream(session.sessionId);
    await viewer.stream(session.sessionId);
    const path = `/api/sessions/${session.sessionId}/events`;
    const refused = await viewer.request("GET", path);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      error: { code: "LIMIT_REACHED", details: { limit: 2 } },
    });
    first.close();
    await untilStreams(viewer, 1);
    const third = await viewer.stream(session.sessionId);
    await third.until(({ events }) => events.length > 0);
  });
});

describe("streams that are reopened in a storm", () => {
  it("wait for their history, and none is refused", async () => {
    const { viewer, session } = await start({
      streamLimits: { openingBurst: 2, openingsPerSecond: 20 },
    });
    const clients = await Promise.all(
      Array.from({ length: 6 }, () => viewer.stream(session.sessionId)),
    );
    expect(clients.map(({ response }) => response.statusCode)).toEqual(
      Array.from({ length: 6 }, () => 200),
    );
    for (const client of clients) await client.untilSequence(1);
    for (const client of clients) client.close();
  });

  it("are not counted among a viewer's requests, nor are the snapshots that they need", async () => {
    const { viewer, session } = await start();
    const path = `/api/sessions/${session.sessionId}`;
    for (let count = 0; count < 610; count += 1) {
      const { status } = await viewer.request("GET", `${path}/snapshot`);
      expect(status).toBe(200);
    }
    const client = await viewer.stream(session.sessionId);
    expect(client.response.statusCode).toBe(200);
    client.close();
  });

  it("end with the server, also those that still wait", async () => {
    const { server, viewer, session } = await start({
      streamLimits: { openingBurst: 1, openingsPerSecond: 0.01 },
    });
    const clients = [
      await viewer.stream(session.sessionId),
      await viewer.stream(session.sessionId),
    ];
    await untilStreams(viewer, 2);
    await server.app.close();
    for (const client of clients) await client.ended;
    expect(clients[1]?.events).toEqual([]);
  });
});

describe("tabs", () => {
  it("of one viewer are at most four; one more pauses the oldest", async () => {
    const { viewer, session } = await start();
    const tabs = [];
    for (const tab of ["a", "b", "c", "d"])
      tabs.push(await viewer.stream(session.sessionId, `?tab=${tab}`));
    const unnamed = await viewer.stream(session.sessionId);
    expect(await metrics(viewer)).toMatchObject({ openStreams: 5 });
    const fifth = await viewer.stream(session.sessionId, "?tab=e");
    const [oldest, ...others] = tabs;
    await oldest?.ended;
    const last = oldest?.events.at(-1);
    expect(last).toEqual({
      kind: "event",
      id: null,
      event: "stream.paused",
      data: '{"reason":"too_many_tabs"}',
    });
    await session.append(titled("live"));
    for (const client of [...others, fifth, unnamed]) {
      await client.untilSequence(2);
      client.close();
    }
  });

  it("of other viewers don't count, nor do those that are closed", async () => {
    const { server, viewer, session } = await start();
    const other = await server.viewer();
    const foreign = await other.stream(await other.createSession(), "?tab=a");
    const first = await viewer.stream(session.sessionId, "?tab=a");
    first.close();
    await untilStreams(viewer, 1);
    const clients = [];
    for (const tab of ["a", "b", "c", "d"])
      clients.push(await viewer.stream(session.sessionId, `?tab=${tab}`));
    await session.append(titled("live"));
    for (const client of clients) await client.untilSequence(2);
    expect(foreign.events.map(({ event }) => event)).not.toContain(
      "stream.paused",
    );
    for (const client of [...clients, foreign]) client.close();
  });

  it.each(["?tab=", "?tab=a%20b", `?tab=${"a".repeat(65)}`])(
    "are not named by %s",
    async (query) => {
      const { viewer, session } = await start();
      const client = await viewer.stream(session.sessionId, query);
      await client.ended;
      expect(client.response.statusCode).toBe(400);
    },
  );
});

describe("the end of a stream", () => {
  it("comes after session.closed when the session is deleted", async () => {
    const { viewer, session } = await start();
    const client = await viewer.stream(session.sessionId);
    await client.untilSequence(1);
    expect(
      (await viewer.request("DELETE", `/api/sessions/${session.sessionId}`))
        .status,
    ).toBe(204);
    await client.ended;
    expect(client.events.at(-1)).toMatchObject({ event: "session.closed" });
    expect((await viewer.stream(session.sessionId)).response.statusCode).toBe(
      404,
    );
  });

  it("comes after session.closed when the server shuts down, for idle and for busy watchers", async () => {
    const { server, viewer, session } = await start();
    const clients = await Promise.all(
      Array.from({ length: 5 }, () => viewer.stream(session.sessionId)),
    );
    await untilStreams(viewer, 5);
    await session.append(titled("last"));
    await server.app.close();
    for (const client of clients) {
      await client.ended;
      expect(client.sequences).toEqual([1, 2, 3]);
      expect(client.events.at(-1)).toMatchObject({
        event: "session.closed",
        data: expect.stringContaining('"shutdown"') as string,
      });
    }
  });

  it("does not wait for a reader that reads nothing", async () => {
    const { server, viewer, session } = await start({
      streamLimits: { endMs: 50 },
    });
    const slow = openRawStream({
      port: server.port,
      path: `/api/sessions/${session.sessionId}/events`,
      headers: { cookie: viewer.cookie },
    });
    await untilStreams(viewer, 1);
    const big = titled("x".repeat(50_000));
    for (let n = 0; n < 10; n += 1)
      await session.append(...Array.from({ length: 20 }, () => big));
    await server.app.close();
    slow.resume();
    await once(slow, "close");
  });

  it("leaves nothing behind when the client goes", async () => {
    const { viewer, session } = await start();
    const client = await viewer.stream(session.sessionId);
    await untilStreams(viewer, 1);
    client.close();
    await untilStreams(viewer, 0);
    await session.append(titled("unseen"));
  });
});
