import { ROUTES } from "@agent-studio/shared";
import { describe, expect, it } from "vitest";
import { createRouteTable } from "../../src/http/route-table.ts";

const table = createRouteTable(
  Object.values(ROUTES),
  (path) => path === "/" || path === "/assets/a.js",
);

describe("the route table", () => {
  it.each(Object.entries(ROUTES))(
    "finds %s and nothing else at its address",
    (_, contract) => {
      const path = contract.path.replace(/:[A-Za-z]+/g, "some%2Fvalue");
      expect(table.locate(contract.method, path)).toEqual({
        kind: "api",
        contract,
      });
      expect(table.needsViewer(path)).toBe(contract.viewer);
    },
  );

  it.each([
    "/api",
    "/api/",
    "/api/nothing",
    "/api/sessions/",
    "/api//sessions",
    "/api/sessions//snapshot",
    "/API/sessions",
  ])("finds nothing at %s", (path) => {
    expect(table.locate("GET", path)).toEqual({ kind: "nowhere" });
  });

  it("asks for a viewer at addresses of the API where nothing stands", () => {
    expect(table.needsViewer("/api/nothing")).toBe(true);
    expect(table.needsViewer("/api")).toBe(true);
    expect(table.needsViewer("/apiary")).toBe(false);
  });

  it("knows the methods of an address", () => {
    expect(table.locate("PUT", "/api/sessions")).toEqual({
      kind: "wrong_method",
      methods: ["POST", "GET"],
    });
    expect(table.locate("HEAD", "/assets/a.js")).toEqual({ kind: "page" });
    expect(table.locate("POST", "/")).toEqual({
      kind: "wrong_method",
      methods: ["GET", "HEAD"],
    });
  });
});
