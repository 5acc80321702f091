import { describe, expect, it } from "vitest";
import { createLineRedactor } from "../../src/security/line-redactor.ts";
import { createRedactor } from "../../src/security/redact-and-limit.ts";
import { Secret } from "../../src/security/secret.ts";
import { canaries, sightingsOf } from "../../src/testing/canaries.ts";

describe("a line", () => {
  const secrets = canaries.map(({ value }) => new Secret(value));
  const redact = createLineRedactor({ secrets: () => secrets });

  it.each(canaries)("shows no form of a key, $kind", (canary) => {
    for (const { text, traces } of sightingsOf(canary)) {
      const shown = redact(`before ${text} after`);
      expect(shown).toContain("[redacted]");
      for (const trace of traces) expect(shown).not.toContain(trace);
    }
  });

  it("is left alone without secrets, and follows those of the moment", () => {
    let known: Secret[] = [];
    const follow = createLineRedactor({ secrets: () => known });
    expect(follow("a key-0123456789 b")).toBe("a key-0123456789 b");
    known = [new Secret("key-0123456789")];
    expect(follow("a key-0123456789 b")).toBe("a [redacted] b");
    known = [];
    expect(follow("a key-0123456789 b")).toBe("a key-0123456789 b");
  });
});

describe("plain data without known secrets", () => {
  const secret = "key-0123456789";
  const { redactKnown } = createRedactor({ secrets: () => [secret] });

  it("keeps everything else as it is, whatever fields are called", () => {
    const message = {
      password: "mine",
      content: [{ text: `a ${secret}`, n: 1, none: null }],
      [secret]: true,
    };
    expect(redactKnown(message)).toEqual({
      password: "mine",
      content: [{ text: "a [redacted]", n: 1, none: null }],
      "[redacted]": true,
    });
    const none = createRedactor({ secrets: () => [] });
    expect(none.redactKnown(message)).toBe(message);
  });

  it("is cut where it is too deep for anyone", () => {
    let deep: unknown = secret;
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(JSON.stringify(redactKnown(deep))).toContain("[omitted]");
  });
});
