import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteSize } from "../src/ui/byte-size.ts";
import { relativeTime } from "../src/ui/relative-time.ts";
import { matchingSessions } from "../src/ui/matching-sessions.ts";
import { steadyOrder } from "../src/ui/steady-order.ts";
import { aSession } from "./fakes/studio-server.ts";

const NOW = Date.parse("2026-06-15T12:00:00.000Z");
const MINUTE = 60_000;

describe("how long ago", () => {
  it.each([
    [0, "now", "现在"],
    [59_999, "now", "现在"],
    [MINUTE, "1 min. ago", "1分钟前"],
    [59 * MINUTE, "59 min. ago", "59分钟前"],
    [60 * MINUTE, "1 hr. ago", "1小时前"],
    [24 * 60 * MINUTE, "yesterday", "昨天"],
    [-5 * MINUTE, "now", "现在"],
  ])("%i ms is said in both languages", (ago, english, chinese) => {
    expect(relativeTime("en", NOW - ago, NOW)).toBe(english);
    expect(relativeTime("zh-CN", NOW - ago, NOW)).toBe(chinese);
  });

  it("is a date after a week", () => {
    const long = NOW - 8 * 24 * 60 * MINUTE;
    expect(relativeTime("en", long, NOW)).toMatch(/6\/7\/26/);
    expect(relativeTime("zh-CN", long, NOW)).toMatch(/2026/);
  });
});

describe("a size", () => {
  it("is written as the language does", () => {
    expect(byteSize("en", 1)).toBe("1 byte");
    expect(byteSize("en", 999)).toBe("999 bytes");
    expect(byteSize("en", 1_745)).toBe("1.7 kB");
    expect(byteSize("en", 12_345_678)).toBe("12 MB");
    expect(byteSize("zh-CN", 999)).toBe("999字节");
  });
});

describe("rows", () => {
  it("keep their places while they are held; new ones come first", () => {
    const [a, b, c] = [aSession("a"), aSession("b"), aSession("c")];
    const ids = [a.sessionId, b.sessionId];
    expect(steadyOrder(ids, [c, b, a])).toEqual([c, a, b]);
    fc.assert(
      fc.property(fc.shuffledSubarray([a, b, c]), (rows) => {
        const held = rows.map(({ sessionId }) => sessionId);
        expect(steadyOrder(held, [...rows].reverse())).toEqual(rows);
      }),
    );
  });

  it("are found by a part of their title, whatever its case and width", () => {
    const sessions = ["Weekly Report", "ＡＢＣ 周报", "x"].map((title) =>
      aSession(title, { title }),
    );
    const found = (text: string) =>
      matchingSessions(sessions, text).map(({ title }) => title);
    expect(found("report")).toEqual(["Weekly Report"]);
    expect(found(" abc ")).toEqual(["ＡＢＣ 周报"]);
    expect(found("周")).toEqual(["ＡＢＣ 周报"]);
    expect(found("  ")).toHaveLength(3);
    expect(found("none")).toEqual([]);
  });
});
