import { describe, expect, it } from "vitest";
import { checkBaseUrl } from "../../src/models/check-base-url.ts";
import { GuardedFetchError } from "../../src/models/guarded-fetch.ts";
import {
  certificate,
  openGuardedFetch,
  PUBLIC_STAND_IN,
  standInJudge,
  startSite,
} from "./loopback-site.ts";
import { scriptedResolver, silentResolver, SSRF_ROWS } from "./ssrf-rows.ts";
import { createTestCertificate } from "./test-certificate.ts";

const PUBLIC_IN_ROWS = "93.184.215.14";
const SECRET = "sk-of-this-connection";

const rowsWith = (field: string) =>
  SSRF_ROWS.filter((row) => row.group === "time-of-use" && field in row);

/** The public address of the rows is where the stand-in listens. */
const onLoopback = (addresses: readonly string[] = []): readonly string[] =>
  addresses.map((one) => (one === PUBLIC_IN_ROWS ? PUBLIC_STAND_IN : one));

const post = (url: string): [string, RequestInit] => [
  url,
  {
    method: "POST",
    headers: { "x-api-key": SECRET, authorization: `Bearer ${SECRET}` },
    body: "{}",
  },
];

async function failureOf(work: Promise<unknown>): Promise<GuardedFetchError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof GuardedFetchError) return error;
  throw new Error("It did not fail as a guarded fetch.", { cause: error });
}

describe("createGuardedFetch, over real sockets", () => {
  it.each(rowsWith("responds"))("answers $id: $why", async (row) => {
    const { status, location } = row.responds ?? { status: 0, location: "" };
    const trap = await startSite((_, response) => response.end("trapped"), {
      address: "127.0.0.1",
    });
    const target = location
      .replace("169.254.169.254", `127.0.0.1:${trap.port}`)
      .replace(/127\.0\.0\.1\/$/, `127.0.0.1:${trap.port}/`);
    const site = await startSite(
      (_, response) =>
        response.writeHead(status, { location: target }).end("moved"),
      { secure: certificate },
    );
    const { hostname } = new URL(row.url);
    const origin = `https://${hostname}:${site.port}`;
    const resolver = scriptedResolver([onLoopback(row.resolves_to)]);
    const { fetch } = openGuardedFetch({ origin, resolver });

    const failure = await failureOf(fetch(...post(`${origin}/v1/responses`)));

    expect(failure).toMatchObject({ code: "redirect", details: { status } });
    expect(site.requests).toHaveLength(1);
    expect(trap.connections()).toBe(0);
    expect(resolver.asked).toEqual([hostname]);
  });

  it.each(rowsWith("resolves_to_next"))("answers $id: $why", async (row) => {
    const site = await startSite((_, response) => response.end("reached"), {
      secure: certificate,
    });
    const trap = await startSite((_, response) => response.end("trapped"), {
      address: "127.0.0.1",
      port: site.port,
      secure: certificate,
    });
    const { hostname } = new URL(row.url);
    const origin = `https://${hostname}:${site.port}`;
    const answers = [
      onLoopback(row.resolves_to),
      onLoopback(row.resolves_to_next),
    ];
    const { fetch } = openGuardedFetch({
      origin,
      resolver: scriptedResolver(answers),
    });

    const [first, second] = await Promise.all([
      fetch(origin),
      failureOf(fetch(origin)),
    ]);

    expect(await first.text()).toBe("reached");
    expect(second).toMatchObject({
      code: "refused",
      details: { reason: "address" },
    });
    expect(trap.connections()).toBe(0);
  });

  it("refuses a name that led to a public address when it was saved, and to this machine when it is used", async () => {
    const trap = await startSite((_, response) => response.end("trapped"), {
      address: "127.0.0.1",
      secure: certificate,
    });
    const origin = `https://rebind.example.com:${trap.port}`;
    const resolver = scriptedResolver([[PUBLIC_STAND_IN], ["127.0.0.1"]]);
    const judge = standInJudge(resolver);
    const saved = await checkBaseUrl(origin, "openai-responses", {
      allowedOrigins: [],
      resolver,
      judge,
    });
    const { fetch } = openGuardedFetch({ origin, resolver });

    expect(saved).toMatchObject({ ok: true });
    expect(await failureOf(fetch(...post(origin)))).toMatchObject({
      code: "refused",
    });
    expect(trap.connections()).toBe(0);
  });

  it.each(rowsWith("second_socket_resolves_to"))(
    "answers $id: $why",
    async (row) => {
      const site = await startSite(
        (_, response) =>
          response.writeHead(200, { connection: "close" }).end("once"),
        { secure: certificate },
      );
      const origin = `https://${new URL(row.url).hostname}:${site.port}`;
      const resolver = scriptedResolver([
        onLoopback(row.resolves_to),
        row.second_socket_resolves_to ?? [],
      ]);
      const { fetch } = openGuardedFetch({ origin, resolver });

      expect(await (await fetch(origin)).text()).toBe("once");
      expect(await failureOf(fetch(origin))).toMatchObject({
        code: "refused",
        details: { reason: "metadata" },
      });
      expect(site.connections()).toBe(1);
    },
  );

  it.each(rowsWith("saved_when").concat(rowsWith("cname")))(
    "answers $id: $why",
    async (row) => {
      const { origin } = new URL(row.url);
      const { fetch } = openGuardedFetch({
        origin,
        resolver: scriptedResolver([row.resolves_to ?? []]),
      });

      expect(await failureOf(fetch(row.url))).toMatchObject({
        code: "refused",
        details: { reason: "address" },
      });
    },
  );

  it.each(rowsWith("resolver_delay_ms"))("answers $id: $why", async (row) => {
    const { origin } = new URL(row.url);
    const { fetch } = openGuardedFetch({
      origin,
      resolver: silentResolver,
      limits: { dnsMs: 50 },
    });

    expect(await failureOf(fetch(row.url))).toMatchObject({
      code: "timeout",
      details: { phase: "dns" },
    });
  });

  it.each(rowsWith("expect_sni"))("answers $id: $why", async (row) => {
    const site = await startSite((_, response) => response.end("ok"), {
      secure: certificate,
    });
    const { hostname } = new URL(row.url);
    const origin = `https://${hostname}:${site.port}`;
    const resolver = scriptedResolver([onLoopback(row.resolves_to)]);
    const { fetch } = openGuardedFetch({ origin, resolver });
    const response = await fetch(origin, {
      headers: { host: "internal.example.com" },
    });

    expect(response.status).toBe(200);
    expect(site.serverNames).toEqual([hostname]);
    expect(site.requests[0]?.headers.host).toBe(`${hostname}:${site.port}`);
  });

  it("refuses a certificate of another name, and one that nobody trusts", async () => {
    const site = await startSite((_, response) => response.end("ok"), {
      secure: certificate,
    });
    const resolver = scriptedResolver([[PUBLIC_STAND_IN]]);
    const other = `https://api.example.net:${site.port}`;
    const untrusted = `https://api.example.com:${site.port}`;

    expect(
      await failureOf(
        openGuardedFetch({ origin: other, resolver }).fetch(other),
      ),
    ).toMatchObject({ code: "tls" });
    const { cert } = createTestCertificate(["*.example.com"]);
    const fetch = openGuardedFetch({
      origin: untrusted,
      resolver,
      ca: cert,
    }).fetch;
    expect(await failureOf(fetch(untrusted))).toMatchObject({ code: "tls" });
    expect(site.requests).toHaveLength(0);
  });
});
