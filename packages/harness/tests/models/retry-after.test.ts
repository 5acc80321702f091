import { describe, expect, it } from "vitest";
import { retryAfterMs } from "../../src/models/wire/retry-after.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const asked = (headers: Record<string, string>): number | undefined =>
  retryAfterMs(new Headers(headers), NOW);

describe("the wait that a provider asks for", () => {
  it.each([
    [{ "retry-after": "3" }, 3000],
    [{ "retry-after": "1.5" }, 1500],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:09 GMT" }, 9000],
    [{ "retry-after": "9", "retry-after-ms": "250" }, 250],
    [{ "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, undefined],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "1e9" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{}, undefined],
  ])("is read from %j", (headers, expected) => {
    expect(asked(headers)).toBe(expected);
  });
});
