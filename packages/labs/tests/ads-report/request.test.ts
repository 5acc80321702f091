import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDayCount } from "../../src/ads-report/day-count.ts";
import { readRequest } from "../../src/ads-report/report-request.ts";

describe("how many days a message asks for", () => {
  test.each([
    ["分析 demo-account 最近7天的表现", 7],
    ["最近 14 天", 14],
    ["最近１４天", 14],
    ["近十四天", 14],
    ["过去二十一天的数据", 21],
    ["三十天", 30],
    ["十天", 10],
    ["两天", 2],
    ["一百二十天", 120],
    ["两周", 14],
    ["最近两个星期", 14],
    ["3 个礼拜", 21],
    ["一周", 7],
    ["上周", 7],
    ["本周的投放", 7],
    ["最近一个月", 30],
    ["上个月", 30],
    ["半个月", 15],
    ["最近30日", 30],
    ["昨天", 1],
    ["换成 14 天呢？不要 7 天", 14],
    ["the last 7 days", 7],
    ["last 14 days", 14],
    ["Analyse the last fourteen days", 14],
    ["twenty-one days", 21],
    ["past thirty days", 30],
    ["two weeks", 14],
    ["a 14-day report", 14],
    ["the past week", 7],
    ["last week", 7],
    ["a week", 7],
    ["a fortnight", 14],
    ["a couple of weeks", 14],
    ["last month", 30],
    ["the last 2 full weeks", 14],
    ["yesterday", 1],
    ["today's numbers", 1],
    ["1.5 weeks", 11],
    ["365 days", 365],
    ["0 days", 0],
  ])("%s: %i", (text, days) => {
    expect(readDayCount(text)?.days).toBe(days);
  });

  test.each([
    "分析 demo-account",
    "11月7日的会议",
    "2026年11月",
    "some days",
    "v7days",
    "Monday",
    "demo-account-7",
    "",
  ])("%j names none", (text) => {
    expect(readDayCount(text)).toBeUndefined();
  });

  test.each(["一", "1", "1 ", "one ", "前 "])(
    "an endless row of %j is no count",
    (text) => {
      expect(readDayCount(text.repeat(30_000))).toBeUndefined();
    },
  );

  test("any number of days is read as it stands", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), (days) => {
        expect(readDayCount(`最近 ${days} 天`)?.days).toBe(days);
        expect(readDayCount(`the last ${days} days`)?.days).toBe(days);
      }),
    );
  });
});

describe("what a message asks for", () => {
  test.each<[string, string, number]>([
    ["分析广告账户 demo-account 最近 7 天", "demo-account", 7],
    ["Report on demo-account for the last 14 days", "demo-account", 14],
    ["写一份广告报告", "demo-account", 7],
    ["analyse my ads account over the last week", "demo-account", 7],
    ["看看账户 acme-42 最近两周", "acme-42", 14],
    ["账户：shop_1 的指标", "shop_1", 7],
    ["metrics for account `missing-1`", "missing-1", 7],
    ["Report on other-account", "other-account", 7],
    ["metrics of account __proto__, 3 days", "__proto__", 3],
    ["分析账户7天的表现", "demo-account", 7],
    ["the account 14 days back", "demo-account", 14],
    ["account 12345 for two weeks", "12345", 14],
  ])("%s: %s, %i days", (text, accountId, days) => {
    expect(readRequest(text, [])).toEqual({ accountId, days });
  });

  test("a follow-up takes the rest from the messages before", () => {
    const earlier = ["Report on other-account for 3 days", "thanks"];
    expect(readRequest("What about 14 days?", earlier)).toEqual({
      accountId: "other-account",
      days: 14,
    });
    expect(readRequest("14 天呢？", earlier)).toEqual({
      accountId: "other-account",
      days: 14,
    });
    expect(readRequest("再来一次", earlier)).toEqual({
      accountId: "other-account",
      days: 3,
    });
    expect(readRequest("And demo-account?", earlier)).toEqual({
      accountId: "demo-account",
      days: 3,
    });
    expect(readRequest("What about 14 days?", [])).toBeUndefined();
  });

  test.each<[string, number]>([
    ["换成最近两周", 14],
    ["那 30 天呢？", 30],
    ["14 天，而不是 7 天", 14],
    ["请重新做一份", 5],
    ["保存吧", 5],
    ["Do the same for the last 14 days, please.", 14],
    ["Can you make it two weeks instead?", 14],
    ["Again", 5],
    ["Try to save it again", 5],
  ])("after a report, %s asks for another of %i days", (text, days) => {
    expect(readRequest(text, ["demo-account, 5 days"])?.days).toBe(days);
    expect(readRequest(text, ["Hello"])).toBeUndefined();
  });

  test.each([
    "What's the weather today?",
    "Tell me a joke and a story",
    "I am away for 3 days",
    "今天天气怎么样",
    "你叫什么名字呢",
    "Thanks",
    "谢谢",
    "?",
  ])("%s is no follow-up", (text) => {
    expect(readRequest(text, ["demo-account, 5 days"])).toBeUndefined();
  });

  test.each([
    [365, 30],
    [31, 30],
    [0, 1],
  ])("%i days become %i, and the wish is kept", (askedDays, days) => {
    expect(readRequest(`demo-account, ${askedDays} days`, [])).toEqual({
      accountId: "demo-account",
      days,
      askedDays,
    });
  });

  test.each([
    "你好",
    "Hello",
    "What is the capital of France?",
    "帮我写一首诗",
    "Delete all files",
    "",
  ])("%j is not covered", (text) => {
    expect(readRequest(text, [])).toBeUndefined();
  });

  test("reading never throws and always gives 1 to 30 days", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (text, more) => {
        const request = readRequest(`report ${text}`, [more]);
        expect(request?.days).toBeGreaterThanOrEqual(1);
        expect(request?.days).toBeLessThanOrEqual(30);
      }),
    );
  });
});
