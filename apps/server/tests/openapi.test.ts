import { ROUTES } from "@agent-studio/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FakeSessions } from "../src/testing/fake-sessions.ts";
import { startFakeApp, type TestApp } from "../src/testing/test-app.ts";

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly parameters?: readonly { readonly name: string }[];
          }
        >
      >
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly securitySchemes: unknown;
  };
}

let server: TestApp<FakeSessions>;
let document: OpenApi;

beforeAll(async () => {
  server = await startFakeApp();
  document = (await (
    await fetch(`${server.url}/api/openapi.json`)
  ).json()) as OpenApi;
});
afterAll(() => server.app.close());

describe("the OpenAPI document", () => {
  it("describes every route that is served", () => {
    expect(document.openapi).toBe("3.1.0");
    const described = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(described.sort()).toEqual(Object.keys(ROUTES).sort());
    expect(
      document.paths["/api/sessions/{sessionId}/runs/{runId}"]?.[
        "get"
      ]?.parameters?.map(({ name }) => name),
    ).toEqual(["sessionId", "runId"]);
  });

  it("refers only to schemas that it holds, and holds nothing of the tool that wrote them", () => {
    const text = JSON.stringify(document);
    const references = [
      ...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g),
    ].map(([, name = ""]) => name);
    expect(references.length).toBeGreaterThan(30);
    for (const name of references)
      expect(document.components.schemas).toHaveProperty(name);
    expect(text).not.toMatch(/"\$schema"|"\$id"/);
  });

  it("names the shapes and the cookie", () => {
    for (const name of [
      "SessionSummary",
      "Approval",
      "Run",
      "Step",
      "HarnessEvent",
      "ApiError",
      "SendMessageBody",
    ]) {
      expect(document.components.schemas).toHaveProperty(name);
    }
    expect(JSON.stringify(document.components.securitySchemes)).toContain(
      `studio_viewer_${server.port}`,
    );
  });
});
