import { describe, expect, it } from "vitest";
import { createApiError, ROUTES } from "@agent-studio/shared";
import { addressOf, createApiClient } from "../src/client/api-client.ts";
import type { Fetch } from "../src/client/api-client.ts";

const SESSION = "ses_0000000000000000";

function clientThat(answer: Fetch) {
  const calls: { url: string; init: RequestInit }[] = [];
  const api = createApiClient({
    fetch: async (url, init) => {
      calls.push({ url, init });
      return answer(url, init);
    },
  });
  return { api, calls };
}

describe("the client of the routes", () => {
  it("fills in the address, escaped, and leaves out what is not given", () => {
    expect(
      addressOf(ROUTES.getArtifact, { sessionId: SESSION, name: "a/ü?.md" }),
    ).toBe(`/api/sessions/${SESSION}/artifacts/a%2F%C3%BC%3F.md`);
    expect(
      addressOf(ROUTES.listSkills, {}, { labId: "a&b", other: undefined }),
    ).toBe("/api/skills?labId=a%26b");
  });

  it("sends a body only where the route has one", async () => {
    const { api, calls } = clientThat(async () => Response.json({ labs: [] }));
    await api.call("listLabs", {});
    expect(calls[0]).toMatchObject({
      url: "/api/labs",
      init: { method: "GET" },
    });
    expect(calls[0]?.init.body).toBeUndefined();
    const link = clientThat(async () =>
      Response.json(
        { code: "x", expiresAt: "2026-01-01T12:00:00.000Z" },
        { status: 201 },
      ),
    );
    await link.api.call("createViewerLink", { body: {} });
    expect(link.calls[0]?.init.body).toBe("{}");
  });

  it("turns an error body into a failure with its code, status and details", async () => {
    const { api } = clientThat(async () =>
      Response.json(
        createApiError("RATE_LIMITED", "Wait.", "req_0", { limit: 5 }),
        { status: 429, headers: { "retry-after": "7" } },
      ),
    );
    await expect(api.call("listLabs", {})).rejects.toMatchObject({
      name: "ApiFailure",
      code: "RATE_LIMITED",
      status: 429,
      details: { limit: 5 },
      retryAfterMs: 7_000,
    });
  });

  it("tells a network that failed from an answer that can't be read", async () => {
    const down = clientThat(async () => {
      throw new TypeError("fetch failed");
    });
    await expect(down.api.call("listLabs", {})).rejects.toMatchObject({
      code: "NETWORK_FAILED",
      status: 0,
    });
    const proxy = clientThat(
      async () => new Response("<html>", { status: 502 }),
    );
    await expect(proxy.api.call("listLabs", {})).rejects.toMatchObject({
      code: "RESPONSE_UNREADABLE",
      status: 502,
    });
    const strange = clientThat(async () => Response.json({ labs: 1 }));
    await expect(strange.api.call("listLabs", {})).rejects.toMatchObject({
      code: "RESPONSE_UNREADABLE",
      status: 200,
    });
  });

  it("answers nothing for a route that answers nothing", async () => {
    const { api } = clientThat(async () => new Response(null, { status: 204 }));
    const params = { sessionId: SESSION };
    await expect(
      api.call("deleteSession", { params }),
    ).resolves.toBeUndefined();
  });
});
