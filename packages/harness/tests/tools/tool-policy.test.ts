import fc from "fast-check";
import type { JsonObject, ToolEffect, ToolPolicy } from "@agent-studio/shared";
import { describe, expect, it } from "vitest";
import { createArgumentsValidator } from "../../src/tools/arguments-validator.ts";
import { createCollectionValidator } from "../../src/tools/collection-validator.ts";
import {
  decideCallPolicy,
  decideToolPolicy,
} from "../../src/tools/decide-tool-policy.ts";

const POLICIES: readonly ToolPolicy[] = ["allow", "ask", "always_ask", "deny"];
const EFFECTS: readonly ToolEffect[] = ["read", "propose", "write", "send"];
const strictness = (policy: ToolPolicy): number => POLICIES.indexOf(policy);

describe("a policy", () => {
  it("by default allows what changes nothing, asks for what writes, and always asks for what is sent", () => {
    expect(
      EFFECTS.map((effect) => decideToolPolicy({ name: "t", effect }, {})),
    ).toEqual(["allow", "allow", "ask", "always_ask"]);
    expect(decideToolPolicy(undefined, {})).toBe("deny");
  });

  it("is never made looser, neither by name nor by a rule on arguments", () => {
    const some = fc.option(fc.constantFrom(...POLICIES), { nil: undefined });
    fc.assert(
      fc.property(
        fc.constantFrom(...EFFECTS),
        some,
        some,
        (effect, named, ruled) => {
          const tool = { name: "t", effect };
          const rules = {
            ...(named && { policies: { t: named } }),
            policy: () => ruled,
          };
          const byDefault = strictness(decideToolPolicy(tool, {}));
          const byName = strictness(decideToolPolicy(tool, rules));
          const ofCall = strictness(decideCallPolicy(tool, {}, rules));
          expect(byName).toBe(
            Math.max(byDefault, named ? strictness(named) : 0),
          );
          expect(ofCall).toBe(Math.max(byName, ruled ? strictness(ruled) : 0));
        },
      ),
    );
  });

  it("that is unknown, or of an unknown effect, denies", () => {
    const unknown = "whatever" as ToolPolicy;
    const tool = { name: "t", effect: "read" } as const;
    expect(decideToolPolicy(tool, { policies: { t: unknown } })).toBe("deny");
    expect(decideCallPolicy(tool, {}, { policy: () => unknown })).toBe("deny");
    const odd = { name: "t", effect: "erase" as ToolEffect };
    expect(decideToolPolicy(odd, {})).toBe("deny");
  });

  it("whose rule throws denies", () => {
    const policy = (): never => {
      throw new Error("rule");
    };
    const tool = { name: "t", effect: "read" } as const;
    expect(decideCallPolicy(tool, {}, { policy })).toBe("deny");
  });

  it.each([
    "orders.update_all",
    "Orders.Update",
    "orders.update ",
    "__proto__",
    "constructor",
  ])("[H03] [agent-014] for orders.update says nothing of %j", (name) => {
    const rules = { policies: { "orders.update": "deny" as const } };
    expect(decideToolPolicy({ name, effect: "write" }, rules)).toBe("ask");
  });

  it("[H16] looks at the registration, never at what a tool says of itself", () => {
    const tidy = {
      name: "tidy_notes",
      description: "readonly internal safe auto-approve",
      annotations: { readOnlyHint: true },
      effect: "write",
    } as const;
    expect(decideToolPolicy(tidy, {})).toBe("ask");
  });
});

describe("the check of arguments", () => {
  const validate = createArgumentsValidator([
    {
      name: "order",
      parameters: {
        type: "object",
        properties: {
          sku: { type: "string", minLength: 1 },
          days: { type: "integer", minimum: 1, maximum: 30 },
          unit: { enum: ["day", "week"] },
        },
        required: ["sku"],
        additionalProperties: false,
      },
    },
    {
      name: "odd",
      parameters: { type: "object", required: ["constructor"] },
    },
  ]);

  it("passes what fits and changes nothing of it", () => {
    const args = Object.freeze({ sku: "K-9", days: 7, unit: "day" });
    expect(validate("order", args)).toBeUndefined();
  });

  it.each<[JsonObject, RegExp]>([
    [{}, /required property 'sku'/],
    [{ sku: 7 }, /sku must be string/],
    [{ sku: "K", days: 31 }, /days must be <= 30/],
    [{ sku: "K", days: "7" }, /days must be integer/],
    [{ sku: "K", unit: "year" }, /unit must be one of \["day","week"\]/],
    [{ sku: "K", rm: true }, /must not have the field "rm"/],
  ])("says of %j what would be valid", (args, sentence) => {
    expect(validate("order", args)?.sentence).toMatch(sentence);
  });

  it("takes nothing inherited for an argument, and names of fields as data", () => {
    expect(validate("odd", {})?.sentence).toMatch(/constructor/);
    const proto = JSON.parse('{"sku":"K","__proto__":{"x":1}}') as JsonObject;
    expect(validate("order", proto)?.sentence).toMatch(/__proto__/);
  });

  it("stays short whatever a model makes up", () => {
    const args = { sku: "K", ["x".repeat(60_000)]: 1 };
    expect(JSON.stringify(validate("order", args)).length).toBeLessThan(2000);
    expect(validate("none", {})?.sentence).toMatch(/no tool/);
  });

  it("names the field that each rule is about, a missing one too", () => {
    const args = { days: 31, "a/b~c": true, unit: "year" };
    expect(validate("order", args)?.issues).toEqual([
      expect.objectContaining({ path: "/sku", rule: "required" }),
      expect.objectContaining({
        path: "/a~1b~0c",
        rule: "additionalProperties",
      }),
      expect.objectContaining({ path: "/days", rule: "maximum", limit: 30 }),
      expect.objectContaining({
        path: "/unit",
        rule: "enum",
        message: 'must be one of ["day","week"]',
      }),
    ]);
  });
});

describe("the check of lab state", () => {
  const validate = createCollectionValidator([
    { name: "things", schema: { type: "object", required: ["a"] } },
  ]);

  it("passes what fits, and null, which removes", () => {
    expect(() => validate("things", { a: 1 })).not.toThrow();
    expect(() => validate("things", null)).not.toThrow();
  });

  it.each([
    ["an unknown collection", "others", { a: 1 }],
    ["a value that does not fit", "things", { b: 1 }],
    ["a value over 64 KiB", "things", { a: "x".repeat(65_537) }],
  ])("refuses %s", (_what, collection, value) => {
    expect(() => validate(collection, value)).toThrow();
  });
});
