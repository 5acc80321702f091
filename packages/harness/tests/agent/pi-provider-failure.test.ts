import { describe, expect, it } from "vitest";
import {
  classifyProviderFailure,
  toPiErrorMessage,
} from "../../src/agent/pi-provider-failure.ts";

describe("an error of a provider", () => {
  it.each([
    ["401: invalid key sk-abc", "PROVIDER_AUTH", false],
    ["403 forbidden", "PROVIDER_AUTH", false],
    ["429: rate limit", "PROVIDER_RATE_LIMIT", true],
    ["429: insufficient_quota", "PROVIDER_RATE_LIMIT", false],
    ["400: prompt is too long", "CONTEXT_OVERFLOW", false],
    ["400: the server is overloaded", "PROVIDER_PROTOCOL", false],
    ["404: model not found", "PROVIDER_PROTOCOL", false],
    ["408: timeout", "PROVIDER_UNAVAILABLE", true],
    ["500: oops", "PROVIDER_UNAVAILABLE", true],
    ["read ECONNRESET", "PROVIDER_UNAVAILABLE", true],
    ["content_filter", "PROVIDER_REFUSED", false],
    ["whatever", "PROVIDER_PROTOCOL", false],
  ])(
    "%j is %s, tried again: %s, and Pi gets none of its words",
    (raw, code, again) => {
      const written = toPiErrorMessage(raw, true);
      expect(written).toMatch(/^(network error, )?failure #-?\d+$/);
      expect(written.startsWith("network error")).toBe(again);
      expect(classifyProviderFailure(written)).toEqual(
        classifyProviderFailure(raw),
      );
      expect(classifyProviderFailure(raw).code).toBe(code);
      expect(toPiErrorMessage(raw, false)).not.toContain("network");
      expect(classifyProviderFailure(raw).message).not.toContain("sk-abc");
    },
  );
});
