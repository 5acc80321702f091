import type { ModelConnectionInput } from "@agent-studio/shared";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MODEL_PRESETS } from "../../src/models/model-presets.ts";
import { createModelAccess } from "../../src/models/node-model-access.ts";
import { prepareConnection } from "../../src/models/prepare-connection.ts";

const { checkBaseUrl } = createModelAccess({
  allowedOrigins: ["http://127.0.0.1:11434"],
  resolver: {
    resolve: () => Promise.resolve(["93.184.215.14"]),
    ownAddresses: () => [],
  },
});

const CUSTOM: ModelConnectionInput = {
  providerId: "mine",
  api: "openai-completions",
  baseUrl: "https://models.example.org/v1",
  modelId: "m",
  supportsImages: false,
};

const prepare = (overrides: Partial<ModelConnectionInput>) =>
  prepareConnection(
    { ...CUSTOM, ...overrides },
    checkBaseUrl,
    AbortSignal.timeout(5000),
  );

const withoutAddress = (overrides: Partial<ModelConnectionInput>) => {
  const { baseUrl: _, ...rest } = CUSTOM;
  return prepareConnection(
    { ...rest, ...overrides },
    checkBaseUrl,
    AbortSignal.timeout(5000),
  );
};

const INVALID = { ok: false, code: "MODEL_CONFIG_INVALID" };

describe("a connection", () => {
  it.each([
    ["https://models.example.org", "https://models.example.org/v1"],
    ["https://models.example.org/v1/", "https://models.example.org/v1"],
    ["https://models.example.org/v1/v1", "https://models.example.org/v1"],
    [
      "https://models.example.org/v1/chat/completions",
      "https://models.example.org/v1",
    ],
    ["http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"],
  ])("to %s is kept as %s", async (baseUrl, kept) => {
    expect(await prepare({ baseUrl })).toMatchObject({
      ok: true,
      input: { baseUrl: kept },
    });
    expect(await prepare({ baseUrl: kept })).toMatchObject({
      input: { baseUrl: kept },
    });
  });

  it("is judged by its address before anything else of it", async () => {
    const wrong = {
      presetId: "openai",
      headers: { host: "x" },
      apiKey: "a\nb",
    } as const;
    expect(
      await prepare({ ...wrong, baseUrl: "http://169.254.169.254/" }),
    ).toMatchObject({
      ok: false,
      code: "BASE_URL_NOT_ALLOWED",
      details: { reason: "metadata" },
    });
    expect(await prepare({ baseUrl: "http://127.0.0.1:1234" })).toMatchObject({
      code: "BASE_URL_NOT_ALLOWED",
      details: {
        setting: "STUDIO_ALLOWED_MODEL_ORIGINS",
        value: "http://127.0.0.1:1234",
      },
    });
    expect(await prepare(wrong)).toMatchObject(INVALID);
  });

  it("takes the address of its preset or provider, and no other provider has one", async () => {
    const openai = {
      providerId: "openai",
      api: "openai-responses",
    } as const;
    for (const chosen of [openai, { ...openai, presetId: "openai" }])
      expect(await withoutAddress(chosen)).toMatchObject({
        ok: true,
        input: { baseUrl: "https://api.openai.com/v1" },
      });
    expect(await withoutAddress({})).toMatchObject(INVALID);
    expect(
      await withoutAddress({
        presetId: "openai-compatible",
        providerId: "openai-compatible",
      }),
    ).toMatchObject(INVALID);
  });

  it.each([
    ["a preset that is none", { presetId: "none" }],
    ["a preset of another provider", { presetId: "deepseek" }],
    ["a provider with another api", { providerId: "anthropic" }],
    [
      "a preset with another api",
      { presetId: "deepseek", providerId: "deepseek", api: "openai-responses" },
    ],
    ["a preset with the api demo", { presetId: "openai", api: "demo" }],
    ["a custom provider with the api demo", { api: "demo" }],
    [
      "a demo model with an address",
      { providerId: "demo", modelId: "demo-script", api: "demo" },
    ],
    [
      "the demo provider with another api",
      { presetId: "demo", providerId: "demo" },
    ],
  ] as const)("with %s is no connection", async (_, overrides) => {
    expect(await prepare(overrides)).toMatchObject(INVALID);
  });

  it("with each preset as it is listed is one, but for a model that has to be named", async () => {
    for (const { presetId, providerId, api, baseUrl } of MODEL_PRESETS) {
      if (presetId === "lm-studio") continue;
      const prepared = await withoutAddress({
        presetId,
        providerId,
        api,
        ...(api === "demo" ? { modelId: "demo-script" } : {}),
        ...(baseUrl === undefined && api !== "demo"
          ? { baseUrl: "https://models.example.org" }
          : {}),
      });
      expect(prepared).toMatchObject({ ok: true });
    }
  });

  it.each([
    "anthropic-messages",
    "openai-responses",
    "openai-completions",
  ] as const)("of a custom provider goes with %s", async (api) => {
    expect(await prepare({ api })).toMatchObject({ ok: true });
  });
});

describe("a key", () => {
  it.each(["!touch x", "$HOME", "env:SECRET", "sk-1", "\"'<f>", "${X}"])(
    "%s is taken as it is",
    async (apiKey) => {
      expect(await prepare({ apiKey })).toMatchObject({
        ok: true,
        input: { apiKey },
      });
    },
  );

  it.each(["a\nb", "a\r\nx-more: 1", " a", "a ", "ключ", "a\tb", "a\0b"])(
    "%j can't be sent and is refused without being repeated",
    async (apiKey) => {
      const refused = await prepare({ apiKey });
      expect(refused).toMatchObject(INVALID);
      expect(JSON.stringify(refused)).not.toContain(JSON.stringify(apiKey));
    },
  );

  it("is refused where another field shows it, unless it is an ordinary word", async () => {
    const apiKey = "sk-0123456789";
    for (const misplaced of [
      { modelId: `x ${apiKey}` },
      { baseUrl: `https://models.example.org/${apiKey}/v1` },
      { providerId: apiKey },
      { headers: { [apiKey]: "x" } },
    ])
      expect(await prepare({ apiKey, ...misplaced })).toMatchObject(INVALID);
    expect(
      await prepare({ apiKey: "ollama", modelId: "ollama/qwen3" }),
    ).toMatchObject({ ok: true });
  });
});

describe("an extra header", () => {
  it.each([
    "host",
    "Content-Length",
    "connection",
    "Cookie",
    "authorization",
    "x-api-key",
    "Transfer-Encoding",
    "x-forwarded-for",
    "proxy-authorization",
    "Sec-Fetch-Site",
    "bad name",
    "",
    "x-é",
    "x:y",
  ])("called %j is refused", async (name) => {
    expect(await prepare({ headers: { [name]: "v" } })).toMatchObject(INVALID);
  });

  it("is refused with a line break, when it is given twice, and when there are too many", async () => {
    for (const value of ["a\nb", "a\rb", "a\0", "é"])
      expect(await prepare({ headers: { "x-a": value } })).toMatchObject(
        INVALID,
      );
    expect(
      await prepare({ headers: { "X-Team": "a", "x-team": "b" } }),
    ).toMatchObject(INVALID);
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, index) => [`x-${index}`, "v"]),
    );
    expect(await prepare({ headers: many })).toMatchObject(INVALID);
  });

  it("that is accepted can always be written, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 })),
        async (headers) => {
          const prepared = await prepare({ headers });
          if (!prepared.ok) return;
          const written = new Headers(prepared.input.headers);
          expect([...written.keys()]).toHaveLength(Object.keys(headers).length);
        },
      ),
    );
  });
});
