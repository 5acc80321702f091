import { describe, expect, it } from "vitest";
import {
  readViewerTokens,
  viewerCookieName,
  writeViewerCookie,
} from "../../src/viewers/viewer-cookie.ts";

const TOKEN = "a".repeat(43);
const NAME = viewerCookieName(4300);

describe("the viewer's cookie", () => {
  it("is named after the port and written with fixed attributes", () => {
    expect(writeViewerCookie(NAME, TOKEN, false)).toBe(
      `studio_viewer_4300=${TOKEN}; HttpOnly; SameSite=Strict; Path=/; Max-Age=34560000`,
    );
    expect(writeViewerCookie(NAME, TOKEN, true)).toMatch(/; Secure$/);
  });

  it("is found beside others, also when another program put one of the same name in front", () => {
    const other = "b".repeat(43);
    const header = `x=1; ${NAME}=${other};studio_viewer_43=${TOKEN}; ${NAME}=${TOKEN}; ${NAME}_=1`;
    expect(readViewerTokens(header, NAME)).toEqual([other, TOKEN]);
  });

  it.each([
    undefined,
    "",
    NAME,
    `${NAME}=`,
    `${NAME}=short`,
    `${NAME}="${TOKEN}"`,
    `x${NAME}=${TOKEN}`,
  ])("is not read from %j", (header) => {
    expect(readViewerTokens(header, NAME)).toEqual([]);
  });
});
