/**
 * What server and browser agree on for this lab: the account data, what the metrics tool answers,
 * and the arguments of the report tool. Money is in the account's currency.
 */
import * as z from "zod";

const BilingualSchema = z.strictObject({ "zh-CN": z.string(), en: z.string() });
const MoneySchema = z.number().nonnegative();
const CountSchema = z.int().nonnegative();
const RatioSchema = z.number().nonnegative().nullable();

/** The artifact that the report tool writes. */
export const REPORT_NAME = "report.md";
export const REPORT_BODY_LIMIT = 50_000;
export const REPORT_TITLE_LIMIT = 200;
export const MAX_DAYS = 30;

const DaySchema = z.strictObject({
  date: z.iso.date(),
  spend: MoneySchema,
  revenue: MoneySchema,
  impressions: CountSchema,
  clicks: CountSchema,
  conversions: CountSchema,
});
export type CampaignDay = z.infer<typeof DaySchema>;

const CampaignSchema = z.strictObject({
  campaignId: z.string().min(1),
  name: BilingualSchema,
  days: z.array(DaySchema).min(1),
});

const AccountSchema = z.strictObject({
  accountId: z.string().min(1),
  name: BilingualSchema,
  currency: z.string().min(1),
  campaigns: z.array(CampaignSchema).min(1),
});
export type AdsAccount = z.infer<typeof AccountSchema>;

/** The fixture: invented accounts, one row per campaign and day. */
export const AdsAccountsSchema = z.strictObject({
  about: z.string(),
  accounts: z.array(AccountSchema).min(1),
});
export type AdsAccounts = z.infer<typeof AdsAccountsSchema>;

/** Ratios are rounded to two decimals, and null where they would divide by zero. */
const MetricsSchema = z.strictObject({
  spend: MoneySchema,
  revenue: MoneySchema,
  impressions: CountSchema,
  clicks: CountSchema,
  conversions: CountSchema,
  ctr: RatioSchema.describe("Clicks per 100 impressions, in percent."),
  cpc: RatioSchema.describe("Spend per click."),
  cpa: RatioSchema.describe("Spend per conversion."),
  roas: RatioSchema.describe("Revenue per unit of spend, as a factor."),
});
export type Metrics = z.infer<typeof MetricsSchema>;

const CampaignMetricsSchema = MetricsSchema.extend({
  campaignId: z.string(),
  name: BilingualSchema,
});
export type CampaignMetrics = z.infer<typeof CampaignMetricsSchema>;

const FINDING_CODES = [
  "HIGH_CPA",
  "NO_CONVERSIONS",
  "LOW_CTR",
  "LOW_ROAS",
] as const;

const FindingSchema = z.strictObject({
  code: z.enum(FINDING_CODES),
  campaignId: z.string(),
  campaignName: BilingualSchema,
  metric: z.enum(["cpa", "conversions", "ctr", "roas"]),
  value: z.number(),
  /** What the value is measured against; the rule decides how far apart is too far. */
  benchmark: z.number(),
  severity: z.enum(["medium", "high"]),
  sentence: BilingualSchema,
});
export type Finding = z.infer<typeof FindingSchema>;

/** The answer of `mock_ads_metrics`: its `details`, and as compact JSON its text. */
export const AdsMetricsSchema = z.strictObject({
  accountId: z.string(),
  accountName: BilingualSchema,
  currency: z.string(),
  /** Says that the numbers are invented. */
  notice: z.string(),
  /** The last days of the data, not of the calendar; `days` is how many there are. */
  period: z.strictObject({
    days: CountSchema,
    from: z.iso.date(),
    to: z.iso.date(),
  }),
  campaigns: z.array(CampaignMetricsSchema),
  total: MetricsSchema,
  findings: z.array(FindingSchema),
});
export type AdsMetrics = z.infer<typeof AdsMetricsSchema>;

/** The arguments of `save_report_draft`. */
export const ReportDraftSchema = z.strictObject({
  title: z.string().min(1).max(REPORT_TITLE_LIMIT).optional(),
  body: z.string().min(1).max(REPORT_BODY_LIMIT),
});
export type ReportDraft = z.infer<typeof ReportDraftSchema>;

/** The `details` of a saved report. */
export const SavedReportSchema = z.strictObject({
  name: z.string(),
  characters: CountSchema,
  sizeBytes: CountSchema,
});
export type SavedReport = z.infer<typeof SavedReportSchema>;
