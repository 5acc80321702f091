import { describe, expect, it } from "vitest";
import { createAddressBar } from "../src/client/address-bar.ts";

function frameAt(hash: string) {
  const location = { hash, origin: "http://127.0.0.1:4300", pathname: "/" };
  const history = {
    replaceState: (
      _data: unknown,
      _unused: string,
      url?: string | URL | null,
    ) => {
      location.hash = String(url).startsWith("#") ? String(url) : "";
    },
  };
  return { location, bar: createAddressBar({ location, history }) };
}

describe("the address bar", () => {
  it("gives the code of a link once, and removes it at once", () => {
    const { location, bar } = frameAt("#link=abc-_1&session=ses_x");
    expect(bar.takeLinkCode()).toBe("abc-_1");
    expect(location.hash).toBe("#session=ses_x");
    expect(bar.takeLinkCode()).toBeNull();
    expect(bar.sessionId()).toBe("ses_x");
  });

  it("leaves no fragment when nothing is left", () => {
    const { location, bar } = frameAt("#link=abc");
    bar.takeLinkCode();
    expect(location.hash).toBe("");
  });

  it("shows the open session and makes the address for another browser", () => {
    const { location, bar } = frameAt("");
    bar.showSession("ses_x");
    expect(location.hash).toBe("#session=ses_x");
    expect(bar.linkFor("code", "ses_x")).toBe(
      "http://127.0.0.1:4300/#link=code&session=ses_x",
    );
    bar.showSession(null);
    expect(location.hash).toBe("");
  });
});
