import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { ModelConnectionInput } from "@agent-studio/shared";
import { InMemoryModelConnectionStore } from "../../src/models/in-memory-model-connection-store.ts";
import { MODEL_PRESETS } from "../../src/models/model-presets.ts";

const SESSION = "ses_0123456789abcdefghijk";
const NOW = "2026-01-01T12:00:00.000Z";
const KEY = "sk-canary-0123456789abcdef";

const input = (
  overrides: Partial<ModelConnectionInput> = {},
): ModelConnectionInput => ({
  providerId: "openai",
  api: "openai-responses",
  modelId: "m",
  supportsImages: false,
  baseUrl: "https://api.example.com/v1",
  ...overrides,
});

function kept(
  overrides: Partial<ModelConnectionInput> = {},
): InMemoryModelConnectionStore {
  const store = new InMemoryModelConnectionStore();
  store.configure(SESSION, input({ apiKey: KEY, ...overrides }), NOW);
  return store;
}

describe("a key", () => {
  it("is shown by its last four characters, from 12 characters on", () => {
    const store = new InMemoryModelConnectionStore();
    const hint = (apiKey: string): string | null =>
      store.redact(SESSION, input({ apiKey }), NOW).keyHint;
    expect(hint("12345678901")).toBeNull();
    expect(hint("123456789012")).toBe("••••9012");
  });

  it.each<[string, Partial<ModelConnectionInput>, boolean]>([
    ["the same address", {}, true],
    [
      "another path of the same origin",
      { baseUrl: "https://api.example.com/v2" },
      true,
    ],
    ["another host", { baseUrl: "https://evil.example.com/v1" }, false],
    ["another port", { baseUrl: "https://api.example.com:8443/v1" }, false],
    ["another scheme", { baseUrl: "http://api.example.com/v1" }, false],
    ["an address that is none", { baseUrl: "not an address" }, false],
  ])(
    "[agent-031] that is left out is kept for %s: %s",
    (_what, next, isKept) => {
      const store = kept();
      const connection = store.redact(SESSION, input(next), NOW);
      expect(connection.hasKey).toBe(isKept);
      store.configure(SESSION, input(next), NOW);
      expect(store.secrets(SESSION)).toEqual(isKept ? [KEY] : []);
    },
  );

  it("[agent-031] of a provider with a built-in address never goes to another provider", () => {
    const store = new InMemoryModelConnectionStore();
    const { baseUrl: _, ...openai } = input({ apiKey: KEY });
    store.configure(SESSION, openai, NOW);
    const { apiKey: _key, ...again } = openai;
    expect(store.redact(SESSION, again, NOW).hasKey).toBe(true);
    const other = { ...again, providerId: "anthropic" };
    expect(store.redact(SESSION, other, NOW).hasKey).toBe(false);
  });

  it("[agent-032] is taken literally", () => {
    const store = kept({ apiKey: "env:PATH" });
    expect(store.secrets(SESSION)).toEqual(["env:PATH"]);
  });

  it("is in nothing that is shown: JSON, inspection, texts, header values neither", () => {
    const headers = { "x-team": "header-canary-0123456789" };
    const store = kept({ headers });
    const connection = store.redact(
      SESSION,
      input({ apiKey: KEY, headers }),
      NOW,
    );
    const shown = [
      JSON.stringify(store),
      inspect(store, { depth: 10, showHidden: true }),
      JSON.stringify(connection),
    ].join();
    expect(shown).not.toContain(KEY);
    expect(shown).not.toContain("header-canary");
    expect(connection.headers).toEqual(["x-team"]);
    expect(store.secrets(SESSION)).toEqual([KEY, "header-canary-0123456789"]);
  });

  it("is the session's own, and forgotten with it", () => {
    const store = kept();
    expect(store.secrets("ses_other")).toEqual([]);
    store.clear(SESSION);
    store.clear(SESSION);
    expect(store.secrets(SESSION)).toEqual([]);
    expect(store.redact(SESSION, input(), NOW).hasKey).toBe(false);
  });
});

describe("the list of presets", () => {
  it("begins with the demo model and names each once", () => {
    expect(MODEL_PRESETS[0]).toMatchObject({
      presetId: "demo",
      available: true,
    });
    const ids = MODEL_PRESETS.map(({ presetId }) => presetId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
