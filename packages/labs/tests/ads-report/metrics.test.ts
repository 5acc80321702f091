import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAdsAccounts } from "../../src/ads-report/account-file.ts";
import { AdsMetricsSchema, MAX_DAYS } from "../../src/ads-report/contract.ts";
import type { AdsMetrics, Metrics } from "../../src/ads-report/contract.ts";
import { computeMetrics } from "../../src/ads-report/metrics.ts";
import { aCampaign, aDay, anAccount } from "./an-account.ts";

const SUMMED = [
  "spend",
  "revenue",
  "impressions",
  "clicks",
  "conversions",
] as const;

const day = fc.record({
  date: fc
    .integer({ min: 1, max: 30 })
    .map((at) => `2026-11-${String(at).padStart(2, "0")}`),
  spend: fc.integer({ min: 0, max: 1e7 }).map((cents) => cents / 100),
  revenue: fc.integer({ min: 0, max: 1e7 }).map((cents) => cents / 100),
  impressions: fc.nat(1e6),
  clicks: fc.nat(1e4),
  conversions: fc.nat(1e3),
});
const account = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 6,
  })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc
          .uniqueArray(day, {
            minLength: 1,
            maxLength: 30,
            selector: ({ date }) => date,
          })
          .map((days) => aCampaign(id, days)),
      ),
    ),
  )
  .map((campaigns) => anAccount(campaigns));

function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

const hasTwoDecimals = (value: number) => Number(value.toFixed(2)) === value;

describe("any account, any number of days", () => {
  const holds = (check: (metrics: AdsMetrics, days: number) => void) => {
    fc.assert(
      fc.property(
        account,
        fc.integer({ min: 1, max: MAX_DAYS }),
        (each, days) => {
          check(computeMetrics(each, days), days);
        },
      ),
    );
  };

  test("the total is the sum of the campaigns", () => {
    holds(({ campaigns, total }) => {
      for (const key of SUMMED) {
        const sum = campaigns.reduce((all, each) => all + each[key], 0);
        expect(total[key]).toBeCloseTo(sum, 2);
      }
    });
  });

  test("every number is finite and has at most two decimals", () => {
    holds((metrics) => {
      for (const value of numbersIn(metrics)) {
        expect(Number.isFinite(value) && hasTwoDecimals(value)).toBe(true);
      }
    });
  });

  test("a ratio is null exactly where it would divide by zero", () => {
    holds(({ campaigns, total }) => {
      const rows: readonly Metrics[] = [...campaigns, total];
      for (const {
        spend,
        impressions,
        clicks,
        conversions,
        ...ratios
      } of rows) {
        expect(ratios.ctr === null).toBe(impressions === 0);
        expect(ratios.cpc === null).toBe(clicks === 0);
        expect(ratios.cpa === null).toBe(conversions === 0);
        expect(ratios.roas === null).toBe(spend === 0);
      }
    });
  });

  test("the answer fits the contract, also as JSON", () => {
    holds((metrics) => {
      expect(
        AdsMetricsSchema.parse(JSON.parse(JSON.stringify(metrics))),
      ).toEqual(metrics);
    });
  });

  test("the period holds the latest dates and no more than were asked for", () => {
    holds(({ period }, days) => {
      expect(period.days).toBeLessThanOrEqual(days);
      expect(period.from <= period.to).toBe(true);
    });
  });
});

test("ratios are of the sums, CTR in percent", () => {
  const { total, campaigns, period } = computeMetrics(
    anAccount([
      aCampaign("a", [
        aDay({ date: "2026-11-01", spend: 999 }),
        aDay({
          date: "2026-11-02",
          spend: 0.1,
          clicks: 30,
          impressions: 1_000,
          conversions: 1,
        }),
        aDay({
          date: "2026-11-03",
          spend: 0.2,
          clicks: 15,
          impressions: 2_000,
          conversions: 2,
        }),
      ]),
    ]),
    2,
  );
  expect(period).toEqual({ days: 2, from: "2026-11-02", to: "2026-11-03" });
  expect(total).toEqual({
    spend: 0.3,
    revenue: 80,
    impressions: 3_000,
    clicks: 45,
    conversions: 3,
    ctr: 1.5,
    cpc: 0.01,
    cpa: 0.1,
    roas: 266.67,
  });
  expect(campaigns[0]).toMatchObject(total);
});

describe("findings", () => {
  const findingsOf = (...campaigns: ReturnType<typeof aCampaign>[]) =>
    computeMetrics(anAccount(campaigns), 1).findings.map(
      ({ code, campaignId, severity }) => `${code} ${campaignId} ${severity}`,
    );
  const good = aCampaign("good", [
    aDay({
      spend: 900,
      revenue: 3_600,
      impressions: 90_000,
      clicks: 1_800,
      conversions: 90,
    }),
  ]);

  test("an even account has none", () => {
    expect(findingsOf(good)).toEqual([]);
  });

  test("a CPA from twice the account's on is high, from three times on severe", () => {
    const at = (conversions: number) =>
      findingsOf(
        good,
        aCampaign("x", [
          aDay({
            spend: 100,
            revenue: 300,
            impressions: 5_000,
            clicks: 100,
            conversions,
          }),
        ]),
      );
    expect(at(6)).toEqual([]);
    expect(at(5)).toEqual([]);
    expect(at(4)).toEqual(["HIGH_CPA x medium"]);
    expect(at(3)).toEqual(["HIGH_CPA x high"]);
    expect(at(0)).toEqual(["NO_CONVERSIONS x high"]);
  });

  test("a CTR up to half the account's is low, up to a quarter severe", () => {
    const at = (clicks: number) =>
      findingsOf(
        good,
        aCampaign("x", [
          aDay({
            spend: 20,
            revenue: 90,
            impressions: 10_000,
            clicks,
            conversions: 2,
          }),
        ]),
      );
    expect(at(200)).toEqual([]);
    expect(at(90)).toEqual(["LOW_CTR x medium"]);
    expect(at(20)).toEqual(["LOW_CTR x high"]);
  });

  test("a campaign that earns less than it spends is named", () => {
    const at = (revenue: number) =>
      findingsOf(
        good,
        aCampaign("x", [
          aDay({
            spend: 100,
            revenue,
            impressions: 5_000,
            clicks: 100,
            conversions: 10,
          }),
        ]),
      );
    expect(at(100)).toEqual([]);
    expect(at(99)).toEqual(["LOW_ROAS x medium"]);
    expect(at(49)).toEqual(["LOW_ROAS x high"]);
  });

  test("a campaign that hardly runs says too little", () => {
    expect(
      findingsOf(
        good,
        aCampaign("x", [
          aDay({
            spend: 5,
            revenue: 0,
            impressions: 900,
            clicks: 0,
            conversions: 0,
          }),
        ]),
      ),
    ).toEqual([]);
  });
});

describe("the practice data", () => {
  test("demo-account has at least five campaigns of thirty days, the last ones the same for all", async () => {
    const { accounts } = await readAdsAccounts();
    const demo = accounts.find(({ accountId }) => accountId === "demo-account");
    expect(demo?.campaigns.length).toBeGreaterThanOrEqual(5);
    const dates = demo?.campaigns.map(({ days }) =>
      days.map(({ date }) => date).join(),
    );
    expect(new Set(dates).size).toBe(1);
    expect(demo?.campaigns[0]?.days).toHaveLength(MAX_DAYS);
    for (const { days } of demo?.campaigns ?? []) {
      for (const { clicks, impressions, conversions } of days) {
        expect(conversions <= clicks && clicks <= impressions).toBe(true);
      }
    }
  });

  test.each([1, 7, 14, 30])(
    "over %i days one campaign has a far too high CPA and one a far too low CTR",
    async (days) => {
      const { accounts } = await readAdsAccounts();
      const { findings } = computeMetrics(accounts[0]!, days);
      const of = (code: string) =>
        findings
          .filter((each) => each.code === code)
          .map(({ campaignId }) => campaignId);
      expect(of("HIGH_CPA")).toEqual(["cold-audience-video"]);
      expect(of("LOW_CTR")).toEqual(["display-network"]);
    },
  );
});
