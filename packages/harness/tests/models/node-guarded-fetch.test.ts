import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import {
  GuardedFetchError,
  type GuardedFetchLimits,
} from "../../src/models/guarded-fetch.ts";
import { createGuardedFetch } from "../../src/models/node-guarded-fetch.ts";
import {
  openGuardedFetch,
  PUBLIC_STAND_IN,
  startRawSite,
  startSite,
  type Site,
} from "./loopback-site.ts";
import { scriptedResolver } from "./ssrf-rows.ts";

const toStandIn = () => scriptedResolver([[PUBLIC_STAND_IN]]);

/** Plain HTTP to a listed origin, so that answers can be written byte by byte. */
function openListed(
  { port }: Pick<Site, "port">,
  limits: Partial<GuardedFetchLimits> = {},
) {
  const origin = `http://models.example.com:${port}`;
  const resolver = toStandIn();
  const guarded = openGuardedFetch({
    origin,
    allowedOrigins: [origin],
    resolver,
    limits,
  });
  return { ...guarded, origin, resolver };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

describe("createGuardedFetch", () => {
  it("asks the resolver and the judge for every socket that the HTTP client opens", async () => {
    const site = await startSite((_, response) =>
      response.writeHead(200, { connection: "close" }).end("ok"),
    );
    const { fetch, origin, resolver } = openListed(site);
    for (let call = 0; call < 3; call += 1) await (await fetch(origin)).text();

    expect(site.connections()).toBe(3);
    expect(resolver.asked).toEqual(Array(3).fill("models.example.com"));
  });

  it("reuses a socket that it has judged", async () => {
    const site = await startSite((_, response) => response.end("ok"));
    const { fetch, origin, resolver } = openListed(site);
    for (let call = 0; call < 3; call += 1) {
      await (await fetch(origin)).text();
      await setImmediate();
    }

    expect(site.connections()).toBe(1);
    expect(resolver.asked).toHaveLength(1);
  });

  it("tries the next address of an answer when the first is dead", async () => {
    const site = await startSite((_, response) => response.end("ok"));
    const origin = `http://models.example.com:${site.port}`;
    const resolver = scriptedResolver([["127.0.0.3", PUBLIC_STAND_IN]]);
    const { fetch } = openGuardedFetch({
      origin,
      allowedOrigins: [origin],
      resolver,
    });

    expect(await (await fetch(origin)).text()).toBe("ok");
  });

  it.each([
    ["https://127.0.0.1:8443", "address"],
    ["https://[::1]:8443", "address"],
    ["https://localhost:8443", "name"],
    ["http://api.example.com", "not_encrypted"],
    ["https://169.254.169.254", "metadata"],
    ["none", "malformed"],
  ])(
    "refuses every fetch for %s, and opens nothing",
    async (origin, reason) => {
      const resolver = toStandIn();
      const { fetch } = openGuardedFetch({ origin, resolver });

      expect(await failureOf(fetch(origin))).toMatchObject({
        code: "refused",
        details: { reason },
      });
      expect(resolver.asked).toEqual([]);
    },
  );

  it("judges an IP address before it is connected to, since no look-up is made for it", async () => {
    const trap = await startSite((_, response) => response.end("trapped"), {
      address: "127.0.0.1",
    });
    const origin = `http://127.0.0.1:${trap.port}`;
    const { fetch } = openGuardedFetch({
      origin,
      allowedOrigins: [origin],
      resolver: toStandIn(),
      judge: () => "metadata",
    });

    expect(await failureOf(fetch(origin))).toMatchObject({
      code: "refused",
      details: { reason: "metadata" },
    });
    expect(trap.connections()).toBe(0);
  });

  it("judges the other end once more after connecting, and writes nothing to it when it is refused", async () => {
    const received: Buffer[] = [];
    const site = await startRawSite((socket) =>
      socket.on("data", (bytes: Buffer) => received.push(bytes)),
    );
    const origin = `http://models.example.com:${site.port}`;
    const judge = vi
      .fn()
      .mockReturnValueOnce("public")
      .mockReturnValue("metadata");
    const { fetch } = openGuardedFetch({
      origin,
      allowedOrigins: [origin],
      resolver: toStandIn(),
      judge,
    });

    expect(
      await failureOf(fetch(origin, { method: "POST", body: "secret" })),
    ).toMatchObject({ code: "refused" });
    expect(await site.allClosed()).toBe(1);
    expect(Buffer.concat(received).toString()).toBe("");
  });

  it("stays on its origin", async () => {
    const site = await startSite((_, response) => response.end("ok"));
    const { fetch, origin } = openListed(site);
    const others = [
      origin.replace("http:", "https:"),
      origin.replace("models.", "other."),
      `http://models.example.com:${site.port + 1}`,
      origin.replace("//", "//user:pass@"),
      "data:text/plain,hello",
      "/v1",
    ];
    for (const other of others)
      expect(await failureOf(fetch(other))).toMatchObject({ code: "refused" });

    expect(site.connections()).toBe(0);
  });

  it("ignores the proxy settings of the environment", async () => {
    const proxy = await startSite((_, response) => response.end("proxied"), {
      address: "127.0.0.1",
    });
    const site = await startSite((_, response) => response.end("direct"));
    for (const name of [
      "HTTP_PROXY",
      "HTTPS_PROXY",
      "ALL_PROXY",
      "http_proxy",
      "https_proxy",
      "all_proxy",
    ])
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    try {
      const { fetch, origin } = openListed(site);
      expect(await (await fetch(origin)).text()).toBe("direct");
      expect(proxy.connections()).toBe(0);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("sends method, headers and body as given, the body with its length", async () => {
    const site = await startSite((request, response) => {
      void request
        .setEncoding("utf8")
        .toArray()
        .then((chunks) => response.end(chunks.join("")));
    });
    const { fetch, origin } = openListed(site);
    const response = await fetch(`${origin}/v1/messages?beta=true`, {
      method: "POST",
      headers: {
        "x-api-key": "!touch $HOME",
        "content-type": "application/json",
      },
      body: '{"text":"你好"}',
    });

    expect(await response.json()).toEqual({ text: "你好" });
    expect(site.requests[0]).toMatchObject({
      method: "POST",
      url: "/v1/messages?beta=true",
    });
    expect(site.requests[0]?.headers).toMatchObject({
      "x-api-key": "!touch $HOME",
      "content-type": "application/json",
      "content-length": "17",
    });
  });

  it("passes status, headers and pieces of the body on as they come", async () => {
    const site = await startSite((_, response) => {
      response.writeHead(429, {
        "content-type": "text/event-stream",
        "retry-after": "7",
      });
      response.write("data: 1\n\n");
    });
    const { fetch, origin } = openListed(site);
    const response = await fetch(origin);
    const reader: ReadableStreamDefaultReader<Uint8Array> =
      response.body!.getReader();
    const { value } = await reader.read();

    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("7");
    expect(Buffer.from(value ?? []).toString()).toBe("data: 1\n\n");
    await reader.cancel();
    expect(await site.allClosed()).toBe(1);
  });
});

describe("limits of createGuardedFetch", () => {
  it("ends a wait for headers", async () => {
    const site = await startSite(() => undefined);
    const { fetch, origin } = openListed(site, { headersMs: 50 });

    expect(await failureOf(fetch(origin))).toMatchObject({
      code: "timeout",
      details: { phase: "headers" },
    });
  });

  it("ends a silent body", async () => {
    const site = await startSite((_, response) =>
      response.write("data: 1\n\n"),
    );
    const { fetch, origin } = openListed(site, { idleMs: 50 });
    const response = await fetch(origin);

    expect(await failureOf(response.text())).toMatchObject({
      code: "timeout",
      details: { phase: "idle" },
    });
    expect(await site.allClosed()).toBe(1);
  });

  it("ends a body that drips for ever", async () => {
    const site = await startSite((_, response) => {
      const drip = setInterval(() => response.write(": ping\n\n"), 10);
      response.on("close", () => clearInterval(drip));
    });
    const { fetch, origin } = openListed(site, { totalMs: 120 });
    const response = await fetch(origin);

    expect(await failureOf(response.text())).toMatchObject({
      code: "timeout",
      details: { phase: "total" },
    });
    expect(await site.allClosed()).toBe(1);
  });

  it("ends a connection that is accepted and never secured", async () => {
    const site = await startRawSite(() => undefined);
    const origin = `https://api.example.com:${site.port}`;
    const { fetch } = openGuardedFetch({
      origin,
      resolver: toStandIn(),
      limits: { connectMs: 60 },
    });

    expect(await failureOf(fetch(origin))).toMatchObject({
      code: "timeout",
      details: { phase: "connect" },
    });
    expect(await site.allClosed()).toBe(1);
  });

  it.each<
    [string, Partial<GuardedFetchLimits>, Record<string, string>, Buffer]
  >([
    [
      "headers",
      { headerBytes: 1024 },
      { "x-long": "x".repeat(4000) },
      Buffer.alloc(0),
    ],
    ["a body", { bodyBytes: 1024 }, {}, Buffer.alloc(4000)],
    [
      "a decompressed body",
      { decompressedBytes: 64 * 1024 },
      { "content-encoding": "gzip" },
      gzipSync(Buffer.alloc(10_000_000)),
    ],
  ])("stops at %s larger than allowed", async (_, limits, headers, body) => {
    const site = await startSite((_request, response) =>
      response.writeHead(200, headers).end(body),
    );
    const { fetch, origin } = openListed(site, limits);
    const read = fetch(origin).then((response) => response.text());

    expect(await failureOf(read)).toMatchObject({ code: "too_large" });
  });
});

describe("failures of createGuardedFetch", () => {
  it.each([
    ["protocol", "an answer that is no HTTP", "SSH-2.0-OpenSSH_9.6\r\n"],
    [
      "interrupted",
      "an answer that breaks off",
      "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf",
    ],
    [
      "protocol",
      "two lengths",
      "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
    ],
    [
      "protocol",
      "a broken compression",
      "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nnope",
    ],
  ])("says %s for %s", async (code, _, answer) => {
    const site = await startRawSite((socket) => socket.end(answer));
    const { fetch, origin } = openListed(site);

    expect(
      await failureOf(fetch(origin).then((response) => response.text())),
    ).toMatchObject({ code });
  });

  it("says connect where nobody listens, and dns where there is no such name", async () => {
    const origin = "https://api.example.com:8443";
    const dead = openGuardedFetch({ origin, resolver: toStandIn() });
    const unknown = openGuardedFetch({
      origin,
      resolver: scriptedResolver([[]]),
    });

    expect(await failureOf(dead.fetch(origin))).toMatchObject({
      code: "connect",
    });
    expect(await failureOf(unknown.fetch(origin))).toMatchObject({
      code: "dns",
      details: { reason: "name_not_found" },
    });
  });

  it("shows no address of a machine and nothing of the request", async () => {
    const origin = "https://api.example.com:8443";
    const { fetch } = openGuardedFetch({ origin, resolver: toStandIn() });
    const failure = await failureOf(
      fetch(origin, { headers: { "x-api-key": "sk-secret" } }),
    );

    expect(failure).toBeInstanceOf(GuardedFetchError);
    const shown = inspect(failure, { showHidden: true, depth: 9 });
    expect(shown.replace(/^ +at .*$/gm, "")).not.toMatch(
      /127\.|example|8443|secret/,
    );
  });

  it("rejects with the caller's reason, before the answer and within it", async () => {
    const site = await startSite((request, response) => {
      if (request.url === "/body") response.write("data: 1\n\n");
    });
    const { fetch, origin } = openListed(site);
    const early = new AbortController();
    const waiting = fetch(origin, { signal: early.signal });
    early.abort(new Error("stopped early"));
    await expect(waiting).rejects.toThrow("stopped early");

    const late = new AbortController();
    const response = await fetch(`${origin}/body`, { signal: late.signal });
    late.abort(new Error("stopped late"));
    await expect(response.text()).rejects.toThrow("stopped late");
    await expect(
      fetch(origin, { signal: AbortSignal.abort(new Error("never began")) }),
    ).rejects.toThrow("never began");
  });
});

describe("close", () => {
  it("ends what runs, leaves no socket, and refuses what comes later", async () => {
    const site = await startSite((request, response) => {
      if (request.url === "/body") response.write("data: 1\n\n");
    });
    const { fetch, close, origin } = openListed(site);
    const streaming = await fetch(`${origin}/body`);
    const waiting = failureOf(fetch(origin));
    await vi.waitUntil(() => site.requests.length === 2);
    await Promise.all([close(), close()]);

    expect(await waiting).toMatchObject({ code: "closed" });
    expect(await failureOf(streaming.text())).toMatchObject({ code: "closed" });
    expect(await site.allClosed()).toBe(2);
    expect(await failureOf(fetch(origin))).toMatchObject({ code: "closed" });
  });

  it("ends a connection that is still being made", async () => {
    const site = await startRawSite(() => undefined);
    const origin = `https://api.example.com:${site.port}`;
    const { fetch, close } = openGuardedFetch({
      origin,
      resolver: toStandIn(),
    });
    const waiting = failureOf(fetch(origin));
    await vi.waitUntil(() => site.connections() === 1);
    await close();

    expect(await waiting).toMatchObject({ code: "closed" });
    expect(await site.allClosed()).toBe(1);
  });

  it("does not wait for anything when nothing was opened", async () => {
    await createGuardedFetch({
      origin: "https://api.example.com",
      allowedOrigins: [],
    }).close();
  });
});
