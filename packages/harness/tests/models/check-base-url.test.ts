import {
  BASE_URL_REASON_TEXTS,
  BaseUrlReasonSchema,
} from "@agent-studio/shared";
import { describe, expect, it } from "vitest";
import { checkBaseUrl } from "../../src/models/check-base-url.ts";
import type { HostResolver } from "../../src/models/host-resolver.ts";
import {
  scriptedResolver,
  silentResolver,
  SSRF_ROWS,
  type SsrfRow,
} from "./ssrf-rows.ts";

/** Rows about what happens after the address was accepted; they run over sockets. */
const isOverSockets = (row: SsrfRow): boolean =>
  row.responds !== undefined || row.second_socket_resolves_to !== undefined;

function resolverOf(row: SsrfRow): HostResolver {
  if (row.resolver_delay_ms !== undefined) return silentResolver;
  return scriptedResolver([row.resolves_to ?? []], row.own_addresses);
}

const failing = (code: string): HostResolver => ({
  resolve: () =>
    Promise.reject(Object.assign(new Error("10.0.0.53"), { code })),
  ownAddresses: () => [],
});

describe("checkBaseUrl", () => {
  it.each(SSRF_ROWS.filter((row) => !isOverSockets(row)))(
    "answers $id ($group): $expect, since $why",
    async (row) => {
      const decision = await checkBaseUrl(row.url, "openai-completions", {
        allowedOrigins: row.operator_allow ?? [],
        resolver: resolverOf(row),
        dnsMs: 30,
      });

      expect(decision.ok).toBe(row.expect === "allow");
      if (!decision.ok) {
        expect(decision.message).toContain(
          BASE_URL_REASON_TEXTS[decision.reason].en,
        );
        const answers = row.resolves_to ?? [];
        for (const address of answers.filter((one) => !row.url.includes(one)))
          expect(decision.message).not.toContain(address);
      }
    },
  );

  it("asks no resolver about a name or an address that is refused as it stands", async () => {
    const resolver = scriptedResolver([["93.184.215.14"]]);
    for (const url of [
      "https://xyz.onion/",
      "https://vault/",
      "https://127.1/",
    ])
      await checkBaseUrl(url, "openai-responses", {
        allowedOrigins: [],
        resolver,
      });

    expect(resolver.asked).toEqual([]);
  });

  it("names the setting and the value that would let a private name through", async () => {
    const options = {
      allowedOrigins: [] as string[],
      resolver: scriptedResolver([["10.1.2.3"]]),
    };
    const url = "https://models.company.com:8443/v1";
    const refused = await checkBaseUrl(url, "openai-completions", options);

    expect(refused).toMatchObject({
      ok: false,
      reason: "address",
      details: {
        reason: "address",
        setting: "STUDIO_ALLOWED_MODEL_ORIGINS",
        value: "https://models.company.com:8443",
      },
    });
    options.allowedOrigins.push("https://models.company.com:8443");
    expect(
      await checkBaseUrl(url, "openai-completions", options),
    ).toMatchObject({ ok: true, listed: true });
  });

  it("refuses a listed name that leads to metadata, and suggests no listing", async () => {
    const decision = await checkBaseUrl(
      "http://models.lan:8000",
      "openai-responses",
      {
        allowedOrigins: ["http://models.lan:8000"],
        resolver: scriptedResolver([["192.168.1.4", "169.254.169.254"]]),
      },
    );

    expect(decision).toMatchObject({
      ok: false,
      details: { reason: "metadata" },
    });
    expect(decision.ok ? {} : decision.details).not.toHaveProperty("setting");
  });

  it.each([
    ["name_not_found", failing("ENOTFOUND")],
    ["name_lookup_failed", failing("EAI_AGAIN")],
    ["name_timeout", silentResolver],
  ] as const)(
    "says %s, and accepts it where that is wanted",
    async (reason, resolver) => {
      const options = { allowedOrigins: [], resolver, dnsMs: 20 };
      const url = "https://api.example.com";

      expect(
        await checkBaseUrl(url, "anthropic-messages", options),
      ).toMatchObject({ ok: false, reason });
      expect(
        await checkBaseUrl(url, "anthropic-messages", {
          ...options,
          unresolved: "accept",
        }),
      ).toMatchObject({ ok: true, baseUrl: url });
    },
  );

  it("stops with the reason of the caller", async () => {
    const stop = new AbortController();
    const checked = checkBaseUrl(
      "https://api.example.com",
      "anthropic-messages",
      {
        allowedOrigins: [],
        resolver: silentResolver,
        signal: stop.signal,
      },
    );
    stop.abort(new Error("enough"));

    await expect(checked).rejects.toThrow("enough");
  });

  it("has a text in both languages for every reason", () => {
    for (const reason of BaseUrlReasonSchema.options) {
      expect(BASE_URL_REASON_TEXTS[reason]["zh-CN"]).toMatch(/\p{Script=Han}/u);
      expect(BASE_URL_REASON_TEXTS[reason].en).toMatch(/\.$/);
    }
  });
});
