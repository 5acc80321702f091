import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeFailure,
  describeProblem,
  encodeFailure,
} from "../../src/models/provider-failure.ts";
import { readProviderError } from "../../src/models/wire/wire-problem.ts";

const describeBody = (status: number, body: unknown) =>
  describeProblem({
    kind: "status",
    status,
    error: readProviderError(body, status),
    retryAfterMs: undefined,
  });

describe("a failure of a provider", () => {
  it("is never tried again by itself after a 4xx other than 408 and 429, whatever the body says", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 400, max: 499 }),
        fc.json(),
        (status, json) => {
          if (status === 408 || status === 429) return;
          expect(describeBody(status, JSON.parse(json)).again).toBe(false);
        },
      ),
    );
  });

  it("says nothing that the provider said", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 400, max: 599 }),
        fc.string({ minLength: 12, maxLength: 40 }),
        (status, raw) => {
          const { message } = describeBody(status, {
            error: { message: raw, type: raw, code: raw },
          });
          expect(message).not.toContain(raw);
        },
      ),
    );
  });

  it("passes through one line of text and back", () => {
    const failure = { ...describeBody(429, {}), retryAfterMs: 5 };
    expect(decodeFailure(encodeFailure(failure))).toEqual(failure);
  });

  it.each([undefined, "401: key", "studio-failure:{}", "studio-failure:x"])(
    "is not read from another text: %s",
    (text) => {
      expect(decodeFailure(text)).toBeUndefined();
    },
  );
});
