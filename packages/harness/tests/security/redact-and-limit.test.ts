import { TruncatedSchema } from "@agent-studio/shared";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limitText } from "../../src/security/limit-text.ts";
import { createRedactor } from "../../src/security/redact-and-limit.ts";
import { Secret } from "../../src/security/secret.ts";
import { canaries, sightingsOf } from "../../src/testing/canaries.ts";

const KEY = "sk-canary-0123456789";
const redactor = createRedactor({ secrets: () => [KEY] });
const redact = (value: unknown): unknown => redactor.redactAndLimit(value);
const HIDDEN = "[redacted]";

describe("redacting by the name of a field", () => {
  it("replaces the value as whole, however deep, in lists too, in any case", () => {
    const value = {
      apiKey: "a1",
      nested: { list: [{ "X-API-Key": "a2" }, [{ Authorization: "a3" }]] },
      credentials: { user: "u", pass: "a4" },
      password: 123456,
      client_secret: ["a5"],
      usage: {
        inputTokens: 10,
        outputTokens: 20,
        cacheReadTokens: 3,
        maxTokens: "4096",
      },
    };
    expect(redact(value)).toEqual({
      apiKey: HIDDEN,
      nested: { list: [{ "X-API-Key": HIDDEN }, [{ Authorization: HIDDEN }]] },
      credentials: HIDDEN,
      password: HIDDEN,
      client_secret: HIDDEN,
      usage: {
        inputTokens: 10,
        outputTokens: 20,
        cacheReadTokens: 3,
        maxTokens: "4096",
      },
    });
  });

  it("leaves whether there is one", () => {
    const value = { needsApiKey: true, password: "", token: null };
    expect(redact(value)).toEqual(value);
  });

  it("tells tokens that are text from tokens that are counted", () => {
    expect(redact({ tokens: 12 })).toEqual({ tokens: 12 });
    expect(redact({ tokens: { input: 1, output: 2 } })).toEqual({
      tokens: { input: 1, output: 2 },
    });
    expect(redact({ tokens: ["abc"] })).toEqual({ tokens: HIDDEN });
    expect(redact({ accessTokens: { a: "abc" } })).toEqual({
      accessTokens: HIDDEN,
    });
  });

  it("knows headers that are listed as names and values", () => {
    const headers = [
      { name: "Authorization", value: "Bearer unknown" },
      { name: "accept", value: "*/*" },
    ];
    expect(redact({ headers })).toEqual({
      headers: [{ name: "Authorization", value: HIDDEN }, headers[1]],
    });
  });

  it("knows fields of maps and headers", () => {
    const value = {
      map: new Map([
        ["token", "t"],
        ["a", "b"],
      ]),
      headers: new Headers({ "x-api-key": "k", accept: "x" }),
      query: new URLSearchParams("password=p&q=1"),
    };
    expect(redact(value)).toEqual({
      map: { token: HIDDEN, a: "b" },
      headers: { "x-api-key": HIDDEN, accept: "x" },
      query: { password: HIDDEN, q: "1" },
    });
  });
});

describe("redacting known secrets", () => {
  it("finds them in any field, list, number and name of a field", () => {
    const numeric = createRedactor({ secrets: () => ["1234567890"] });
    expect(
      numeric.redactAndLimit({
        n: 1234567890,
        s: "id 1234567890",
        b: 1234567890n,
      }),
    ).toEqual({
      n: HIDDEN,
      s: `id ${HIDDEN}`,
      b: HIDDEN,
    });
    expect(redact({ [`for ${KEY}`]: [KEY, { deep: `a ${KEY} b` }] })).toEqual({
      [`for ${HIDDEN}`]: [HIDDEN, { deep: `a ${HIDDEN} b` }],
    });
  });

  it("keeps fields apart whose names hold secrets", () => {
    const both = createRedactor({ secrets: () => ["canary-1", "canary-2"] });
    const value = { "canary-1": 1, "canary-2": 2, "[redacted] 2": 3 };
    const shown = both.redactAndLimit(value) as Record<string, unknown>;
    expect(Object.values(shown).sort()).toEqual([1, 2, 3]);
  });

  it.each(canaries)(
    "leaves no trace of a canary in any form: $kind",
    (canary) => {
      const own = createRedactor({ secrets: () => [canary.value] });
      for (const { text, traces } of sightingsOf(canary)) {
        const value = {
          message: text,
          [text]: [new Error(text, { cause: { text } })],
        };
        const json = JSON.stringify(own.redactAndLimit(value));
        for (const trace of traces) {
          expect(json).not.toContain(trace);
          expect(json).not.toContain(JSON.stringify(trace).slice(1, -1));
        }
      }
    },
  );

  it("finds them in errors, their causes, their parts and their extra fields, and drops the stack", () => {
    const inner = Object.assign(new TypeError(`bad ${KEY}`), {
      url: `https://h/?k=${KEY}`,
    });
    const error = new AggregateError([inner, `text ${KEY}`], "all failed", {
      cause: inner,
    });
    const shown = JSON.stringify(redact(error));
    expect(shown).not.toContain("canary");
    expect(shown).not.toContain("node_modules");
    expect(redact(inner)).toEqual({
      name: "TypeError",
      message: `bad ${HIDDEN}`,
      url: `https://h/?k=${HIDDEN}`,
    });
  });

  it("writes no bytes down", () => {
    const bytes = Buffer.from(KEY);
    const value = {
      a: bytes,
      b: new Uint8Array(bytes),
      c: new ArrayBuffer(5),
      d: [bytes],
    };
    expect(redact(value)).toEqual({
      a: "[20 bytes]",
      b: "[20 bytes]",
      c: "[5 bytes]",
      d: ["[20 bytes]"],
    });
  });

  it("shows nothing of a Secret", () => {
    expect(redact({ value: new Secret("anything else") })).toEqual({
      value: HIDDEN,
    });
  });
});

describe("writing any value as plain JSON", () => {
  it("gives what JSON gives for plain data", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(redact(value)).toEqual(plain);
      }),
    );
  });

  it("never throws, and what it gives can be written down", () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
          withBoxedValues: true,
          withSparseArray: true,
        }),
        (value) => {
          expect(typeof JSON.stringify(redact(value))).toBe("string");
        },
      ),
    );
  });

  it("leaves out what JSON has no word for", () => {
    const value = {
      u: undefined,
      f: () => 1,
      s: Symbol("s"),
      nan: Number.NaN,
      big: 1n,
      list: [undefined, () => 1],
    };
    expect(redact(value)).toEqual({ nan: null, big: "1", list: [null, null] });
    expect(redact(undefined)).toBeNull();
  });

  it("uses toJSON, once, and survives one that throws or gives itself", () => {
    class Odd {
      readonly shown = 1;
      toJSON(): unknown {
        return this;
      }
    }
    const bad = {
      toJSON: () => {
        throw new Error("no");
      },
    };
    const value = {
      date: new Date(0),
      url: new URL("https://h/p"),
      odd: new Odd(),
      bad,
      set: new Set([1]),
    };
    expect(redact(value)).toEqual({
      date: "1970-01-01T00:00:00.000Z",
      url: "https://h/p",
      odd: { shown: 1 },
      bad: "[unreadable]",
      set: [1],
    });
  });

  it("names cycles and shows shared parts twice", () => {
    const shared = { a: 1 };
    const value: Record<string, unknown> = { shared, again: shared };
    value["self"] = value;
    expect(redact(value)).toEqual({
      shared,
      again: shared,
      self: "[circular]",
    });
  });

  it("says which field could not be read", () => {
    const value = {
      get bad(): string {
        throw new Error("no");
      },
      good: 1,
    };
    expect(redact(value)).toEqual({ bad: "[unreadable]", good: 1 });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(redact({ proxy })).toEqual({ proxy: "[unreadable]" });
  });

  it("keeps __proto__ a field", () => {
    const value: unknown = JSON.parse(
      '{"__proto__":{"isAdmin":true},"constructor":1}',
    );
    const shown = redact(value) as Record<string, unknown>;
    expect(shown["isAdmin"]).toBeUndefined();
    expect(JSON.stringify(shown)).toBe(
      '{"__proto__":{"isAdmin":true},"constructor":1}',
    );
  });

  it("changes nothing in what it was given", () => {
    const value = Object.freeze({ apiKey: "k", deep: Object.freeze([KEY]) });
    redact(value);
    expect(value).toEqual({ apiKey: "k", deep: [KEY] });
  });
});

describe("limiting", () => {
  const sizeOf = (value: unknown): number =>
    Buffer.byteLength(JSON.stringify(value));

  it("lets 64 KiB through whole, and not a byte more", () => {
    const exact = "x".repeat(64 * 1024 - 2);
    expect(redact(exact)).toBe(exact);
    expect(redact(`${exact}x`)).toMatchObject({
      truncated: true,
      originalBytes: 64 * 1024 + 1,
    });
  });

  it("counts bytes and not characters", () => {
    expect(redact("长".repeat(30_000))).toMatchObject({
      truncated: true,
      originalBytes: 90_002,
    });
  });

  it("keeps the limit with the truncation itself, whatever the preview has to escape", () => {
    for (const text of [
      '"'.repeat(100_000),
      "\u0001".repeat(100_000),
      "😀".repeat(50_000),
    ]) {
      for (const maxBytes of [100, 1000, 5000, 64 * 1024]) {
        const shown = redactor.redactAndLimit({ text }, { maxBytes });
        const truncated = TruncatedSchema.parse(shown);
        expect(sizeOf(shown)).toBeLessThanOrEqual(maxBytes);
        expect(truncated.preview.isWellFormed()).toBe(true);
        expect(truncated.originalBytes).toBe(sizeOf({ text }));
      }
    }
  });

  it("redacts before it cuts, so that no secret is cut in two", () => {
    for (let before = 4000; before < 4200; before += 1) {
      const shown = JSON.stringify(
        redact(`${"x".repeat(before)}${KEY}${"y".repeat(70_000)}`),
      );
      expect(shown).not.toContain("canary");
      expect(shown).not.toContain("sk-");
    }
  });

  it("has no limit where none is wanted", () => {
    const text = "x".repeat(200_000);
    expect(redactor.redactAndLimit(text, { maxBytes: Infinity })).toBe(text);
  });

  it("says of bottomless and of endlessly shared data that it is cut", () => {
    let deep: unknown = "end";
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    expect(redactor.redactAndLimit(deep, { maxBytes: Infinity })).toMatchObject(
      { truncated: true },
    );
    let shared: unknown = { text: "x" };
    for (let i = 0; i < 60; i += 1) shared = [shared, shared];
    expect(redact(shared)).toMatchObject({ truncated: true });
    expect(redact(new Array(4_000_000_000))).toMatchObject({ truncated: true });
  });
});

describe("limitText", () => {
  it("gives the longest beginning that fits, on a character boundary", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.nat(60),
        (text, maxBytes) => {
          const limited = limitText(text, maxBytes);
          expect(text.startsWith(limited)).toBe(true);
          expect(Buffer.byteLength(limited)).toBeLessThanOrEqual(maxBytes);
          expect(limited.isWellFormed()).toBe(true);
          const [next] = Array.from(text.slice(limited.length));
          if (next === undefined) return;
          expect(Buffer.byteLength(limited + next)).toBeGreaterThan(maxBytes);
        },
      ),
    );
  });
});
