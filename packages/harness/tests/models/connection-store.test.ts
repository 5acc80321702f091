import type { ModelConnectionInput } from "@agent-studio/shared";
import * as fc from "fast-check";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { InMemoryModelConnectionStore } from "../../src/models/in-memory-model-connection-store.ts";

const NOW = "2026-01-01T12:00:00.000Z";
const KEY = "sk-0123456789-abcd";
const INPUT: ModelConnectionInput = {
  providerId: "mine",
  api: "openai-completions",
  baseUrl: "https://one.example.org/v1",
  modelId: "m",
  supportsImages: false,
};

function storeWith(input: Partial<ModelConnectionInput>) {
  const store = new InMemoryModelConnectionStore();
  store.configure("s", { ...INPUT, ...input }, NOW);
  return store;
}

const CHANGES: readonly (readonly [Partial<ModelConnectionInput>, boolean])[] =
  [
    [{}, true],
    [{ baseUrl: "https://one.example.org/other" }, true],
    [{ baseUrl: "https://ONE.example.org:443/v1" }, true],
    [{ modelId: "other", providerId: "other" }, true],
    [{ api: "anthropic-messages" }, true],
    [{ baseUrl: "https://two.example.org/v1" }, false],
    [{ baseUrl: "http://one.example.org/v1" }, false],
    [{ baseUrl: "https://one.example.org:8443/v1" }, false],
    [{ baseUrl: "https://one.example.org.evil.example/v1" }, false],
  ];

describe("a key that is left out", () => {
  it.each(CHANGES)(
    "with %j is kept: %s, and so are headers",
    (change, isKept) => {
      const store = storeWith({ apiKey: KEY, headers: { "x-a": "secret-a" } });
      const shown = store.configure("s", { ...INPUT, ...change }, NOW);
      expect(shown.hasKey).toBe(isKept);
      expect(shown.headers).toEqual(isKept ? ["x-a"] : undefined);
      expect(store.resolve("s")?.apiKey?.reveal()).toBe(
        isKept ? KEY : undefined,
      );
      expect(store.secrets("s")).toEqual(isKept ? [KEY, "secret-a"] : []);
    },
  );

  it("is dropped with the demo model", () => {
    const store = storeWith({ apiKey: KEY });
    const { baseUrl: _, ...rest } = INPUT;
    const demo = { ...rest, api: "demo", providerId: "demo" } as const;
    expect(store.configure("s", demo, NOW).hasKey).toBe(false);
  });

  it("does not come back with the first origin", () => {
    const store = storeWith({ apiKey: KEY });
    store.configure("s", { ...INPUT, baseUrl: "https://two.example.org" }, NOW);
    expect(store.configure("s", INPUT, NOW).hasKey).toBe(false);
  });

  it("is never another session's", () => {
    const store = storeWith({ apiKey: KEY });
    expect(store.configure("t", INPUT, NOW).hasKey).toBe(false);
    store.clear("t");
    expect(store.resolve("s")?.apiKey?.reveal()).toBe(KEY);
  });
});

describe("a connection store", () => {
  it("replaces headers as a whole when they are given", () => {
    const store = storeWith({ apiKey: KEY, headers: { a: "one", b: "two" } });
    const shown = store.configure("s", { ...INPUT, headers: { c: "3" } }, NOW);
    expect(shown).toMatchObject({ headers: ["c"], hasKey: true });
    expect(
      store.configure("s", { ...INPUT, headers: {} }, NOW).headers,
    ).toBeUndefined();
  });

  it.each([
    ["sk-0123456789", "••••6789"],
    ["elevenchars", null],
    ["twelve-chars", "••••hars"],
  ])("hints at %s with %s", (apiKey, keyHint) => {
    expect(storeWith({ apiKey }).resolve("s")?.connection.keyHint).toBe(
      keyHint,
    );
  });

  it("forgets all of a session, twice too", () => {
    const store = storeWith({ apiKey: KEY });
    store.clear("s");
    store.clear("s");
    expect(store.resolve("s")).toBeUndefined();
    expect(store.secrets("s")).toEqual([]);
    expect(store.allSecrets()).toEqual([]);
  });

  it("redacts without keeping anything, and says what configuring would", () => {
    const store = storeWith({});
    const next = { ...INPUT, apiKey: KEY };
    const shown = store.redact("s", next, NOW);
    expect(store.resolve("s")?.apiKey).toBeUndefined();
    expect(store.configure("s", next, NOW)).toEqual(shown);
  });

  it("shows no secret in any way of looking at it", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 12, maxLength: 40 }).map((text) => `K_${text}`),
        (secret) => {
          const store = storeWith({
            apiKey: secret,
            headers: { "x-a": `${secret}!` },
          });
          const kept = store.resolve("s");
          const views = [
            JSON.stringify(kept),
            inspect(kept, { depth: 9, showHidden: true }),
            inspect(store, { depth: 9, showHidden: true }),
            String(kept?.apiKey),
            JSON.stringify(store),
          ];
          for (const view of views)
            expect(view.includes(secret.slice(0, -4))).toBe(false);
        },
      ),
    );
  });
});
