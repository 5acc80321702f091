import { describe, expect, it } from "vitest";
import {
  asksForUpgrade,
  judgeRequestForm,
  valuesOf,
} from "../../src/guards/request-target.ts";

const HOST = ["Host", "127.0.0.1:4300"];

describe("the form of a request", () => {
  it.each([
    ["a path", "/api/sessions?x=1", HOST],
    ["the server as a whole", "*", HOST],
  ])("is fine with %s", (_, target, rawHeaders) => {
    expect(judgeRequestForm({ target, rawHeaders })).toBeUndefined();
  });

  it.each([
    ["a whole address", "http://127.0.0.1:4300/", HOST],
    ["an authority", "127.0.0.1:4300", HOST],
    ["a fragment", "/x#/../.env", HOST],
    ["two hosts", "/", [...HOST, "hOsT", "evil.example"]],
    ["two equal hosts", "/", [...HOST, ...HOST]],
    ["no host", "/", []],
  ])("is refused with %s", (_, target, rawHeaders) => {
    expect(judgeRequestForm({ target, rawHeaders })).toMatch(/\.$/);
  });

  it.each([
    [["Upgrade", "websocket"], true],
    [["Upgrade", "h2c", "upgrade", "websocket"], true],
    [["Upgrade", "h2c"], false],
    [["Connection", "upgrade"], false],
  ])("asks for an upgrade with %j: %s", (rawHeaders, expected) => {
    expect(asksForUpgrade({ target: "/", rawHeaders })).toBe(expected);
  });

  it("finds every value of a header and no value that looks like its name", () => {
    expect(valuesOf("host", ["a", "host", "HOST", "b", "Host", "c"])).toEqual([
      "b",
      "c",
    ]);
  });
});
