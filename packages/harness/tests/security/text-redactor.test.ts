import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "../../src/security/redact-and-limit.ts";
import { createTextRedactor } from "../../src/security/text-redactor.ts";
import { canaries, sightingsOf } from "../../src/testing/canaries.ts";

const values = canaries.map(({ value }) => value);
const secrets = (): string[] => values;
const { redactText, createTextRedactor: createShared } = createRedactor({
  secrets,
});

/** Pushes the pieces through a streaming redactor; the pieces it gave out. */
function stream(
  pieces: readonly string[],
  redactor = createShared(),
): string[] {
  return [...pieces.map((piece) => redactor.push(piece)), redactor.flush()];
}

function cut(text: string, places: readonly number[]): string[] {
  const sorted = [
    0,
    ...places.map((place) => place % (text.length + 1)),
    text.length,
  ];
  sorted.sort((a, b) => a - b);
  return sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
}

describe.each(canaries)("a known secret, $kind", (canary) => {
  it("is seen by the scan in every form when nothing is redacted", () => {
    for (const { text, traces } of sightingsOf(canary)) {
      expect(traces.some((trace) => text.includes(trace))).toBe(true);
    }
  });

  it("leaves no trace in any of its forms, alone or inside other text", () => {
    for (const { text, traces } of sightingsOf(canary)) {
      for (const around of [
        text,
        `before ${text} after`,
        `x${text}y`,
        `${text}${text}`,
      ]) {
        const shown = redactText(around);
        expect(shown).toContain("[redacted]");
        for (const trace of traces) expect(shown).not.toContain(trace);
      }
    }
  });

  it("never shows when a form of it is split over pieces, wherever the cut is", () => {
    for (const { text, traces } of sightingsOf(canary)) {
      const whole = `say ${text} now`;
      for (let place = 0; place <= whole.length; place += 1) {
        const shown = stream([whole.slice(0, place), whole.slice(place)]).join(
          "",
        );
        expect(shown).toBe(redactText(whole));
        for (const trace of traces) expect(shown).not.toContain(trace);
      }
    }
  });

  it("never shows character by character", () => {
    for (const { text } of sightingsOf(canary)) {
      const shown = stream(Array.from(`say ${text} now`));
      expect(shown.join("")).toBe(redactText(`say ${text} now`));
    }
  });
});

describe("redactText", () => {
  it("keeps everything around a secret as it was", () => {
    const [, key = ""] = values;
    expect(redactText(`Authorization: Bearer ${key}\n🚀 end`)).toBe(
      "Authorization: Bearer [redacted]\n🚀 end",
    );
  });

  it("knows the key in a header's value also without its scheme", () => {
    const { redactText: redact } = createRedactor({
      secrets: () => ["Bearer canary-0123456789"],
    });
    expect(redact("canary-0123456789")).toBe("[redacted]");
    expect(redact("Bearer canary-0123456789")).toBe("[redacted]");
  });

  it("leaves no rest where secrets overlap", () => {
    const { redactText: redact } = createRedactor({
      secrets: () => ["abcdefgh", "efghijkl"],
    });
    expect(redact("1abcdefghijkl2")).toBe("1[redacted]2");
  });

  it("takes the longest of secrets that begin alike", () => {
    const { redactText: redact } = createRedactor({
      secrets: () => ["abcdef", "abcdefghij"],
    });
    expect(redact("abcdefghij abcdefgh")).toBe("[redacted] [redacted]gh");
  });

  it("does not look for what is too short to be a secret", () => {
    const { redactText: redact } = createRedactor({
      secrets: () => ["", " ", "none", "EMPTY"],
    });
    expect(redact("none of this is EMPTY")).toBe("none of this is EMPTY");
  });

  it("follows the secrets of the moment", () => {
    const known: string[] = [];
    const { redactText: redact } = createRedactor({ secrets: () => known });
    expect(redact("canary-1")).toBe("canary-1");
    known.push("canary-1");
    expect(redact("canary-1")).toBe("[redacted]");
    known[0] = "canary-2";
    expect(redact("canary-1 canary-2")).toBe("canary-1 [redacted]");
    known.length = 0;
    expect(redact("canary-2")).toBe("canary-2");
  });

  it("takes a text that is nothing but near misses in linear time", () => {
    const near = `${"a".repeat(40)}b`;
    const { redactText: redact } = createRedactor({ secrets: () => [near] });
    const text = "a".repeat(500_000);
    const started = performance.now();
    expect(redact(text)).toBe(text);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe("createTextRedactor", () => {
  it("holds nothing back that can't be the beginning of a secret", () => {
    const redactor = createTextRedactor({ secrets: () => ["XYZ-canary"] });
    expect(redactor.push("你好, world ")).toBe("你好, world ");
    expect(redactor.push("XYZ-can")).toBe("");
    expect(redactor.push("not")).toBe("XYZ-cannot");
    expect(redactor.push("XYZ-canary")).toBe("");
    expect(redactor.flush()).toBe("[redacted]");
    expect(redactor.flush()).toBe("");
  });

  it("gives everything at once when there are no secrets", () => {
    expect(
      stream(["a", "", "b"], createTextRedactor({ secrets: () => [] })),
    ).toEqual(["a", "", "b", ""]);
  });

  it("shows the same as the whole text of secrets that overlap themselves, however long they go on", () => {
    const letters = fc.constantFrom("a", "a", "a", "b");
    fc.assert(
      fc.property(
        fc.array(
          fc
            .array(letters, { minLength: 6, maxLength: 9 })
            .map((all) => all.join("")),
          { minLength: 1, maxLength: 2 },
        ),
        fc.array(
          fc
            .array(letters, { minLength: 1, maxLength: 40 })
            .map((all) => all.join("")),
          { maxLength: 20 },
        ),
        (known, pieces) => {
          const secrets = (): readonly string[] => known;
          const shown = stream(pieces, createTextRedactor({ secrets }));
          const whole = createRedactor({ secrets }).redactText(pieces.join(""));
          expect(shown.join("")).toBe(whole);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("costs as much for a long run of a secret's letters as for a short one", () => {
    const secret = `sk-proj-CANARY${"a".repeat(40)}`;
    const quickest = (pieces: number): number => {
      const times = Array.from({ length: 3 }, () => {
        const redactor = createTextRedactor({ secrets: () => [secret] });
        redactor.push("");
        const started = performance.now();
        for (let piece = 0; piece < pieces; piece += 1)
          redactor.push("a".repeat(500));
        return performance.now() - started;
      });
      return Math.min(...times);
    };
    // Eight times the text: eight times the work when it is linear, sixty-four times when it is quadratic.
    expect(quickest(800) / (quickest(100) + 1)).toBeLessThan(24);
  });

  it("starts afresh after a flush", () => {
    const redactor = createTextRedactor({ secrets: () => ["XYZ-canary"] });
    redactor.push("XYZ-");
    expect(redactor.flush()).toBe("XYZ-");
    expect(redactor.push("canary ")).toBe("canary ");
  });

  it("gives, joined, what redacting the whole text gives, however it is cut", () => {
    const alphabet = fc.constantFrom(
      "a",
      "b",
      "ab",
      "aab",
      "abab",
      "ababab",
      "baabab",
      " ",
    );
    fc.assert(
      fc.property(
        fc.array(alphabet, { maxLength: 30 }),
        fc.array(fc.nat(), { maxLength: 10 }),
        fc.subarray(["ababab", "bababb", "aabaab", "abababab", "bbbbbb"]),
        (words, places, known) => {
          const text = words.join("");
          const redactor = createRedactor({ secrets: () => known });
          const shown = stream(
            cut(text, places),
            redactor.createTextRedactor(),
          ).join("");
          expect(shown).toBe(redactor.redactText(text));
          for (const secret of known) expect(shown).not.toContain(secret);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("never cuts a surrogate pair that it was given whole", () => {
    const known = createTextRedactor({ secrets: () => ["\u{1F600}canary"] });
    const shown = stream(["\u{1F601}\u{1F600}", "\u{1F601}"], known);
    expect(shown.every((piece) => piece.isWellFormed())).toBe(true);
    expect(shown.join("")).toBe("\u{1F601}\u{1F600}\u{1F601}");
  });
});
