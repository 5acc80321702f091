import { describe, expect, it } from "vitest";
import {
  isAtHost,
  providerAddress,
} from "../../src/models/provider-address.ts";

describe("the address of a provider", () => {
  it.each([
    ["https://api.minimax.io/anthropic", true],
    ["https://api.minimax.io:443/anthropic", true],
    ["https://API.minimax.io/anthropicx", true],
    ["https://api.minimax.io.example.invalid/anthropic", false],
    ["https://example.invalid/api.minimax.io", false],
    ["https://api.minimax.io@example.invalid/", false],
    ["https://api.minimax.io:444/anthropic", false],
    ["http://api.minimax.io/anthropic", false],
    ["", false],
  ])("P17: is compared when parsed: %s", (address, expected) => {
    expect(isAtHost(address, "api.minimax.io")).toBe(expected);
  });

  it("is that of the preset, then that of the provider, when a connection names none", () => {
    expect(
      providerAddress({ presetId: "minimax", providerId: "minimax" }),
    ).toBe("https://api.minimax.io/anthropic");
    expect(providerAddress({ providerId: "openai" })).toBe(
      "https://api.openai.com/v1",
    );
    expect(providerAddress({ providerId: "own" })).toBeUndefined();
    expect(
      providerAddress({ providerId: "openai", baseUrl: "https://x.invalid" }),
    ).toBe("https://x.invalid");
  });
});
