import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentDisposition } from "../../src/http/content-disposition.ts";

describe("a content disposition", () => {
  it("carries the name for old readers and for others", () => {
    expect(contentDisposition("inline", "报告 (1).md")).toBe(
      `inline; filename="__ _1_.md"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%20%281%29.md`,
    );
  });

  it("is one header of plain ASCII for any name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        expect(contentDisposition("attachment", name)).toMatch(
          /^attachment; filename="[A-Za-z0-9._ -]*"; filename\*=UTF-8''[A-Za-z0-9._~!%-]*$/,
        );
      }),
    );
  });
});
