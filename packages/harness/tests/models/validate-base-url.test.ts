import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RemoteModelApi } from "../../src/models/normalize-base-url.ts";
import { validateBaseUrl } from "../../src/models/validate-base-url.ts";

const decide = (
  raw: string,
  api: RemoteModelApi = "openai-completions",
  allowedOrigins: readonly string[] = [],
) => validateBaseUrl(raw, api, { allowedOrigins });

const HOST = "https://api.example.com";

describe("validateBaseUrl", () => {
  it.each([
    ["", "/v1"],
    ["/", "/v1"],
    ["/v1", "/v1"],
    ["/v1///", "/v1"],
    ["/v1/v1", "/v1"],
    ["/openai/v1/v1/", "/openai/v1"],
    ["/api", "/api/v1"],
    ["/v1/chat/completions", "/v1"],
    ["/v1/v1/chat/completions/", "/v1"],
    ["/v1/responses", "/v1"],
    ["/v1/messages", "/v1"],
    ["/v1/models", "/v1"],
    ["/models", "/models"],
    ["/openai", "/openai/v1"],
    ["/chat/completions", "/v1"],
    ["/inference/chat/completions", "/inference"],
    ["/api/paas/v4", "/api/paas/v4"],
    ["/v1beta/openai/", "/v1beta/openai"],
    ["/v1/account/gateway/openai", "/v1/account/gateway/openai"],
    ["/a%20b/v1", "/a%20b/v1"],
  ])("brings the base of OpenAI's APIs from %j to %j", (path, base) => {
    for (const api of ["openai-completions", "openai-responses"] as const)
      expect(decide(HOST + path, api)).toMatchObject({ baseUrl: HOST + base });
  });

  it.each([
    ["", ""],
    ["/", ""],
    ["/v1", ""],
    ["/v1/v1/", ""],
    ["/anthropic", "/anthropic"],
    ["/anthropic/v1/", "/anthropic"],
    ["/v1/messages", ""],
    ["/anthropic/v1/messages/count_tokens", "/anthropic"],
  ])("brings the base of Anthropic's API from %j to %j", (path, base) => {
    expect(decide(HOST + path, "anthropic-messages")).toMatchObject({
      baseUrl: HOST + base,
    });
  });

  it("changes nothing about a base that it has brought to its spelling", () => {
    const segment = fc.constantFrom(
      "v1",
      "",
      "openai",
      "chat",
      "completions",
      "responses",
      "messages",
      "models",
      "v1beta",
      "x",
    );
    const api = fc.constantFrom<RemoteModelApi>(
      "openai-completions",
      "openai-responses",
      "anthropic-messages",
    );
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 6 }),
        api,
        (segments, name) => {
          const once = decide(`${HOST}/${segments.join("/")}`, name);
          if (!once.ok) throw new Error(once.message);
          expect(once.baseUrl).not.toMatch(/\/$/);
          const twice = decide(once.baseUrl, name);
          expect(twice).toMatchObject({ baseUrl: once.baseUrl });
        },
      ),
    );
  });

  it("keeps the canonical origin only", () => {
    expect(decide("https://API.Example.COM.:443/v1")).toMatchObject({
      baseUrl: "https://api.example.com/v1",
      origin: "https://api.example.com",
      host: "api.example.com",
      listed: false,
    });
  });

  it.each([
    ["https://api.example.com\u200b/v1", "forbidden_character"],
    ["https://api.example.com/v1\u202e", "forbidden_character"],
    ["https://api.example.com/v1 ", "forbidden_character"],
    ["https://@api.example.com/v1", "credentials"],
    ["https:api.example.com/v1", "malformed"],
    ["https:///api.example.com/v1", "malformed"],
    ["https://a..example.com/", "malformed"],
    ["https://api.example.com../", "malformed"],
    ["https://api.example.com/v1/%0d%0aX: 1", "forbidden_character"],
    ["https://api.example.com/v1/%0d%0aX:1", "path"],
    ["https://api.example.com/v1/%250D%250A", "path"],
    ["https://api.example.com/%00", "path"],
    ["https://api.example.com/v1/%5c..%5cx", "path"],
    ["https://api.example.com/v1%2f..%2f..", "path"],
    ["https://api.example.com/%252e%252e/x", "path"],
    ["https://api.example.com/.%2e/x", "path"],
    ["https://api.example.com/..;a=b/x", "path"],
    ["https://api.example.com/.", "path"],
    ["localhost:11434/v1", "scheme"],
    ["https://api.example.com:80/v1", "port"],
    ["https://api.example.com:6379/v1", "port"],
    ["https://api.example.com:99999/v1", "malformed"],
    ["http://api.example.com/v1", "not_encrypted"],
    ["http://localhost:1234/v1", "name"],
    ["http://192.168.1.5:8080/v1", "address"],
    ["https://models.home.arpa/v1", "name"],
    ["https://kubernetes.default.svc/v1", "name"],
    ["http://metadata.google.internal/", "metadata"],
    ["http://169.254.169.254/", "metadata"],
    ["https://[::ffff:100.100.100.200]/", "metadata"],
    ["https://[2002:a9fe:a9fe::1]/", "metadata"],
    ["https://[fd00:ec2::254]/", "metadata"],
    ["https://[2600:1234::5efe:a9fe:a9fe]/", "metadata"],
  ])("refuses %j as %s", (raw, reason) => {
    expect(decide(raw)).toMatchObject({
      ok: false,
      reason,
      details: { reason },
    });
  });

  it.each([
    ["http://127.1:11434/v1", "http://127.0.0.1:11434"],
    ["http://LOCALHOST.:1234", "http://localhost:1234"],
    ["http://[0:0::1]:8080/v1", "http://[::1]:8080"],
    ["https://gpu.corp:8443", "https://gpu.corp:8443"],
    ["https://api.example.com:6379/v1", "https://api.example.com:6379"],
    ["http://api.example.com/v1", "http://api.example.com"],
  ])("suggests for %s to list %s, and accepts it then", (raw, value) => {
    expect(decide(raw)).toMatchObject({
      ok: false,
      details: { setting: "STUDIO_ALLOWED_MODEL_ORIGINS", value },
    });
    expect(decide(raw, "openai-completions", [value])).toMatchObject({
      ok: true,
      origin: value,
      listed: true,
    });
  });

  it.each([
    "http://127.0.0.1",
    "https://127.0.0.1:11434",
    "http://127.0.0.1:11434/v1",
    "http://user@127.0.0.1:11434",
    "127.0.0.1:11434",
    "*",
    "http://*",
    "null",
    "",
  ])(
    "takes the listed entry %j for no permission of http://127.0.0.1:11434",
    (entry) => {
      expect(
        decide("http://127.0.0.1:11434/v1", "openai-completions", [entry]),
      ).toMatchObject({ ok: false, reason: "address" });
    },
  );

  it("refuses metadata and closed ports also when they are listed", () => {
    for (const origin of [
      "http://169.254.169.254",
      "http://[fe80::1]",
      "http://metadata.goog",
      "http://168.63.129.16:32526",
    ])
      expect(decide(origin, "openai-completions", [origin])).toMatchObject({
        ok: false,
        reason: "metadata",
      });
    for (const origin of ["http://127.0.0.1:22", "http://127.0.0.1:6000"])
      expect(decide(origin, "openai-completions", [origin])).toMatchObject({
        ok: false,
        reason: "port",
      });
  });

  it("answers any text, and lets through https with a public host alone", () => {
    const pieces = fc.constantFrom(
      "https",
      "http",
      ":",
      "/",
      "//",
      "@",
      "\\",
      "127.0.0.1",
      "[::1]",
      "example.com",
      ".",
      "%2e",
      "?",
      "#",
      "10",
      "0x7f",
      "\n",
      "①",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces).map((all) => all.join("")),
      fc.webUrl({ withQueryParameters: true }),
    );
    fc.assert(
      fc.property(text, (raw) => {
        const decision = decide(raw);
        if (!decision.ok) return;
        const url = new URL(decision.baseUrl);
        expect(url.protocol).toBe("https:");
        expect(url.origin).toBe(decision.origin);
        expect(url.href.replace(/\/$/, "")).toBe(decision.baseUrl);
      }),
      { numRuns: 1_000 },
    );
  });
});
