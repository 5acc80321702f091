import { format, inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { Secret } from "../../src/security/secret.ts";

const VALUE = "sk-canary-0123456789";
const secret = new Secret(VALUE);

describe("Secret", () => {
  it("gives its value to who asks for it", () => {
    expect(secret.reveal()).toBe(VALUE);
  });

  it.each<[string, () => string]>([
    ["JSON", () => JSON.stringify({ deep: [{ secret }] })],
    ["a template", () => `key: ${String(secret)}.`],
    ["concatenation", () => "key: " + String(secret)],
    ["inspect", () => inspect({ secret }, { depth: 9, showHidden: true })],
    ["format with %s", () => format("%s", secret)],
    ["format with %o", () => format("%o", secret)],
    ["format with %j", () => format("%j", secret)],
    ["format with %O", () => format("%O", { a: { b: { secret } } })],
    ["spreading", () => JSON.stringify(Object.assign({}, secret))],
    ["structuredClone", () => inspect(structuredClone(secret))],
    [
      "its fields",
      () =>
        JSON.stringify(
          Object.entries(Object.getOwnPropertyDescriptors(secret)),
        ),
    ],
    ["an error's cause", () => inspect(new Error("failed", { cause: secret }))],
    [
      "an error's message",
      () => new Error(`failed with ${String(secret)}`).message,
    ],
    ["a URL", () => new URLSearchParams({ key: String(secret) }).toString()],
  ])("shows nothing of it in %s", (_, show) => {
    expect(show()).not.toContain("canary");
  });

  it("says that there is something hidden", () => {
    expect(JSON.stringify({ secret })).toBe('{"secret":"[redacted]"}');
    expect(inspect(secret)).toBe("[redacted]");
  });
});
