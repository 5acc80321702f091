import { describe, expect, it } from "vitest";
import { isJsonContentType } from "../../src/http/content-type.ts";

describe("a JSON content type", () => {
  it.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json ; charset="utf-8"',
  ])("is %s", (header) => {
    expect(isJsonContentType(header)).toBe(true);
  });

  it.each([
    "",
    "text/plain",
    "text/plain; application/json",
    "application/json, text/plain",
    "application/json garbage",
    "application/json\\ta",
    "application/json\ta",
    "application/jsonp",
    "application/json; charset=latin1",
    "application/json; charset=utf-8; boundary=x",
    "application/json; q=1",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/ld+json",
  ])("is not %j", (header) => {
    expect(isJsonContentType(header)).toBe(false);
  });
});
