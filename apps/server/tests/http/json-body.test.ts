import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonBody } from "../../src/http/json-body.ts";
import { Refusal } from "../../src/http/refusal.ts";

const refusal = (body: Buffer | string): Refusal => {
  try {
    parseJsonBody(Buffer.from(body));
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("was accepted");
};

describe("a JSON body", () => {
  it("is any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes("__proto__"));
        expect(parseJsonBody(Buffer.from(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("keeps the last of duplicate keys", () => {
    expect(parseJsonBody(Buffer.from('{"a":1,"a":2}'))).toEqual({ a: 2 });
  });

  it.each([
    ["nothing", ""],
    ["half of it", '{"a":'],
    ["a trailing comma", '{"a":1,}'],
    ["something behind it", "{} {}"],
    ["broken UTF-8", Buffer.from([0x22, 0xff, 0x22])],
  ])("is malformed with %s", (_, body) => {
    expect(refusal(body).code).toBe("MALFORMED_JSON");
  });

  it.each([
    ['{"__proto__":{"a":1}}', ["__proto__"]],
    ['{"a":[{"\\u005f_proto__":1}]}', ["a", 0, "__proto__"]],
  ])("has no key __proto__ anywhere: %s", (body, path) => {
    expect(refusal(body)).toMatchObject({
      code: "VALIDATION_FAILED",
      details: { issues: [{ path }] },
    });
    expect({}).not.toHaveProperty("a");
  });

  it("is refused, not followed, when it is nested without end", () => {
    expect(refusal("[".repeat(100_000) + "]".repeat(100_000)).code).toBe(
      "VALIDATION_FAILED",
    );
  });
});
