import { describe, expect, it } from "vitest";
import type { ModelPreset } from "@agent-studio/shared";
import { aConnection } from "@agent-studio/shared/testing";
import {
  draftOfConnection,
  draftOfPreset,
  firstDraft,
} from "../src/client/model-draft.ts";
import type { ModelDraft } from "../src/client/model-draft.ts";
import { readDraft } from "../src/client/model-draft-check.ts";
import type {
  DraftFacts,
  DraftSecrets,
} from "../src/client/model-draft-check.ts";
import { droppedOrigin, modelState } from "../src/client/model-secrets.ts";
import { PRESETS, presetNamed } from "./fakes/presets.ts";

const NO_SECRETS: DraftSecrets = {
  apiKey: "",
  headers: [],
  forgetHeaders: false,
};
const STORED = aConnection({
  presetId: "hosted",
  providerId: "hosted",
  api: "openai-completions",
  baseUrl: "https://api.hosted.example/v1",
  modelId: "large",
  hasKey: true,
});

function read(
  draft: Partial<ModelDraft> = {},
  facts: Partial<DraftFacts> = {},
) {
  return readDraft({
    draft: { ...draftOfPreset(presetNamed("any")), modelId: "m", ...draft },
    secrets: NO_SECRETS,
    presets: PRESETS,
    stored: null,
    ...facts,
  });
}

const withHeaders = (
  ...headers: readonly (readonly [name: string, value: string])[]
) =>
  read(
    { baseUrl: "https://own.example" },
    {
      secrets: {
        ...NO_SECRETS,
        headers: headers.map(([name, value]) => ({ name, value })),
      },
    },
  );

describe("the draft of a model", () => {
  it("is filled by a preset, without what belonged to the model before", () => {
    expect(draftOfPreset(presetNamed("hosted"))).toMatchObject({
      presetId: "hosted",
      providerId: "hosted",
      api: "openai-completions",
      baseUrl: "https://api.hosted.example/v1",
      modelId: "large",
      supportsImages: true,
      contextWindow: "",
      priceInput: "",
    });
  });

  it("starts from what is stored, and from the first real preset where the demo model or none is", () => {
    expect(firstDraft(STORED, PRESETS).modelId).toBe("large");
    expect(firstDraft(null, PRESETS).presetId).toBe("hosted");
    const demo = aConnection({ api: "demo", providerId: "demo" });
    expect(firstDraft(demo, PRESETS).presetId).toBe("hosted");
    expect(firstDraft(null, []).presetId).toBeNull();
  });

  it("gives the stored connection back unchanged", () => {
    const prices = { input: 0.000_000_1, output: 15, cacheRead: 0 };
    const stored = {
      ...STORED,
      contextWindow: 200_000,
      maxOutputTokens: 8192,
      reasoningEffort: "low" as const,
      prices,
    };
    const answer = read(draftOfConnection(stored), { stored });
    const { hasKey, keyHint, configuredAt, headers, ...rest } = stored;
    expect(answer).toEqual({ ok: true, input: rest });
  });
});

describe("reading a draft", () => {
  it("names every field that lacks something", () => {
    expect(
      read({ providerId: " ", modelId: "", baseUrl: "", presetId: null }),
    ).toEqual({
      ok: false,
      problems: { providerId: "needed", modelId: "needed", baseUrl: "needed" },
    });
  });

  it("leaves the address to a preset that has one", () => {
    const draft = { ...draftOfPreset(presetNamed("local")), baseUrl: " " };
    const answer = read(draft);
    expect(answer).toMatchObject({ ok: true, input: { presetId: "local" } });
    expect(answer).not.toHaveProperty("input.baseUrl");
  });

  it("leaves the preset out where provider or api are no longer its own", () => {
    const own = { baseUrl: "https://own.example", providerId: "mine" };
    expect(read({ ...own, api: "openai-responses" })).toEqual({
      ok: true,
      input: {
        providerId: "mine",
        api: "openai-responses",
        baseUrl: "https://own.example",
        modelId: "m",
        supportsImages: false,
      },
    });
    expect(
      read({ baseUrl: "https://own.example", api: "anthropic-messages" }),
    ).toEqual({ ok: false, problems: { api: "api_mismatch" } });
  });

  it.each([
    ["0", "count"],
    ["1.5", "count"],
    ["1e9", "count"],
    ["100000001", "count"],
  ] as const)("refuses %s as a context window", (contextWindow, problem) => {
    expect(read({ baseUrl: "https://own.example", contextWindow })).toEqual({
      ok: false,
      problems: { contextWindow: problem },
    });
  });

  it("takes prices whole or not at all", () => {
    const baseUrl = "https://own.example";
    expect(read({ baseUrl, priceInput: "1,5", priceOutput: "2" })).toEqual({
      ok: false,
      problems: { priceInput: "price" },
    });
    expect(read({ baseUrl, priceCacheRead: "1" })).toEqual({
      ok: false,
      problems: { priceInput: "price_pair", priceOutput: "price_pair" },
    });
    expect(
      read({ baseUrl, priceInput: "0.25", priceOutput: "2" }),
    ).toMatchObject({ input: { prices: { input: 0.25, output: 2 } } });
  });

  it("asks for the key of a provider that needs one, unless it is stored and stays", () => {
    const draft = draftOfPreset(presetNamed("hosted"));
    expect(read(draft)).toEqual({
      ok: false,
      problems: { apiKey: "key_needed" },
    });
    expect(read(draft, { stored: STORED })).toMatchObject({ ok: true });
    const moved = { ...draft, baseUrl: "https://gateway.example/v1" };
    expect(read(moved, { stored: STORED })).toMatchObject({ ok: true });
  });

  it.each([" key", "key ", "two\nlines", "schlüssel"])(
    "refuses what no key can be",
    (apiKey) => {
      const secrets = { ...NO_SECRETS, apiKey };
      expect(read({ baseUrl: "https://own.example" }, { secrets })).toEqual({
        ok: false,
        problems: { apiKey: "key_characters" },
      });
    },
  );

  it("refuses headers that can't be sent", () => {
    const problem = (code: string) => ({
      ok: false,
      problems: { headers: code },
    });
    expect(withHeaders(["", "v"])).toEqual(problem("header_name"));
    expect(withHeaders(["a b", "v"])).toEqual(problem("header_name"));
    expect(withHeaders(["x-a", "é"])).toEqual(problem("header_value"));
    expect(withHeaders(["x-a", ""])).toEqual(problem("header_value"));
    expect(withHeaders(["x-a", "1"], ["X-A", "2"])).toEqual(
      problem("header_twice"),
    );
    const many = Array.from({ length: 21 }, (_, n) => [`x-${n}`, "v"] as const);
    expect(withHeaders(...many)).toEqual(problem("header_count"));
  });

  it("leaves headers out to keep them, and empties them on demand", () => {
    const draft = { baseUrl: "https://own.example" };
    expect(read(draft)).not.toHaveProperty("input.headers");
    const secrets = { ...NO_SECRETS, forgetHeaders: true };
    expect(read(draft, { secrets })).toHaveProperty("input.headers", {});
    expect(withHeaders([" x-a ", "1"])).toHaveProperty("input.headers", {
      "x-a": "1",
    });
  });
});

describe("the stored secrets", () => {
  it.each([
    ["https://api.hosted.example/other", null],
    ["", null],
    ["https://", null],
    ["https://api.hosted.example:8443/v1", "https://api.hosted.example"],
    ["http://api.hosted.example/v1", "https://api.hosted.example"],
    ["https://elsewhere.example", "https://api.hosted.example"],
  ])("for the address %s lose the origin %s", (baseUrl, origin) => {
    const draft = { ...draftOfConnection(STORED), baseUrl };
    expect(droppedOrigin(STORED, draft, PRESETS)).toBe(origin);
    const bare = { ...STORED, hasKey: false };
    expect(droppedOrigin(bare, draft, PRESETS)).toBeNull();
  });
});

describe("the state of a model", () => {
  it("is a missing key only where the provider asks for one", () => {
    expect(modelState(null, PRESETS)).toBe("none");
    expect(modelState(STORED, PRESETS)).toBe("configured");
    const without = { ...STORED, hasKey: false };
    expect(modelState(without, PRESETS)).toBe("key_missing");
    expect(
      modelState({ ...without, providerId: "mine", presetId: "any" }, PRESETS),
    ).toBe("configured");
    const gateway = { ...without, baseUrl: "https://gateway.example" };
    expect(modelState(gateway, PRESETS)).toBe("configured");
    const nobody: readonly ModelPreset[] = [];
    expect(modelState(without, nobody)).toBe("configured");
  });
});
