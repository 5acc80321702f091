import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalTarget, pathOf } from "../../src/http/canonical-path.ts";

describe("the one spelling of a path", () => {
  it.each([
    ["/api/sessions", "/api/sessions"],
    ["/%61pi/%73essions", "/api/sessions"],
    ["/api%2Fsessions", "/api%2Fsessions"],
    ["/api/sessions/%zz?a=%zz", "/api/sessions/%25zz?a=%zz"],
    ["/api/sessions/%ff", "/api/sessions/%25ff"],
    ["/..%2f..%2fetc/passwd", "/..%2F..%2Fetc/passwd"],
    ["/a%3Fb", "/a%3Fb"],
    ["//api", "//api"],
    ["*", "*"],
  ])("of %s is %s", (target, canonical) => {
    expect(canonicalTarget(target)).toBe(canonical);
  });

  it("stays as it is when it is taken again, and always decodes", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = canonicalTarget(`/${text.toWellFormed()}`);
        expect(canonicalTarget(once)).toBe(once);
        expect(() => decodeURIComponent(pathOf(once))).not.toThrow();
      }),
    );
  });

  it("is without query and fragment", () => {
    expect(pathOf("/a/b?c=/d#e")).toBe("/a/b");
    expect(pathOf("/a")).toBe("/a");
  });
});
