import type { Approval, Locale, ToolCallPart } from "@agent-studio/shared";
import { LOCALES } from "@agent-studio/shared";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { CardProps, Translate } from "../../src/lab-ui.ts";
import { computeMetrics } from "../../src/ads-report/metrics.ts";
import { messages } from "../../src/ads-report/ui/messages.ts";
import { MetricsCard } from "../../src/ads-report/ui/metrics-card.tsx";
import { ReportCard } from "../../src/ads-report/ui/report-card.tsx";
import { visibleText } from "../../src/ads-report/ui/visible-text.ts";
import { LAB_UIS } from "../../src/ui.ts";
import { aCampaign, aDay, anAccount } from "./an-account.ts";

const translate =
  (locale: Locale): Translate =>
  (key, values = {}) => {
    const text = messages[locale][key];
    if (text === undefined) throw new Error(`no message ${key}`);
    return text.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`no value ${name} for ${key}`);
      return String(value);
    });
  };

function draw(
  Card: ComponentType<CardProps>,
  part: Partial<ToolCallPart>,
  locale: Locale = "en",
): string {
  return renderToStaticMarkup(
    <Card
      part={{
        kind: "tool",
        part: 0,
        toolName: "x",
        state: "requested",
        ...part,
      }}
      locale={locale}
      t={translate(locale)}
      artifactHref={(name) => `/api/sessions/ses_1/artifacts/${name}`}
      draw={(view) => (
        <figure data-kind={view.kind}>{JSON.stringify(view)}</figure>
      )}
    />,
  );
}

const anApproval = (more: Partial<Approval>): Approval => ({
  approvalId: "ap_1",
  sessionId: "ses_1",
  runId: "run_1",
  toolCallId: "call_1",
  toolName: "save_report_draft",
  policy: "ask",
  args: {},
  argsDigest: "0".repeat(64),
  summary: { "zh-CN": "", en: "" },
  risk: "medium",
  requestedAt: "2026-11-30T00:00:00.000Z",
  expiresAt: "2026-11-30T00:05:00.000Z",
  status: "pending",
  ...more,
});

describe("messages", () => {
  test("both languages have the same keys, no empty text, and the same values", () => {
    const [zh, en] = LOCALES.map((locale) => messages[locale]);
    expect(Object.keys(zh!)).toEqual(Object.keys(en!));
    for (const key of Object.keys(zh!)) {
      const values = [zh, en].map((all) =>
        [...(all![key]?.matchAll(/\{\w+\}/g) ?? [])].join(),
      );
      expect(zh![key]?.trim()).not.toBe("");
      expect(values[0]).toBe(values[1]);
    }
  });

  test("the lab is listed with its cards and the fixed text of its approve button", () => {
    const [ui] = LAB_UIS;
    expect(ui?.labId).toBe("ads-report");
    expect(Object.keys(ui?.cards ?? {})).toEqual([
      "mock_ads_metrics",
      "save_report_draft",
    ]);
    const key = ui?.approveLabels?.save_report_draft ?? "";
    expect(ui?.messages["zh-CN"][key]).toBe("批准并保存");
    expect(ui?.messages.en[key]).toBe("Approve and save");
  });
});

describe("the metrics card", () => {
  const metrics = computeMetrics(
    anAccount([
      aCampaign("a", [
        aDay({
          spend: 1_234.5,
          revenue: 9_000,
          impressions: 90_000,
          clicks: 1_800,
          conversions: 90,
        }),
      ]),
      aCampaign("b", [
        aDay({
          spend: 900,
          revenue: 100,
          impressions: 9_000,
          clicks: 100,
          conversions: 0,
        }),
      ]),
    ]),
    7,
  );
  const args = { accountId: "test-account", days: 7 };
  const done: Partial<ToolCallPart> = {
    state: "completed",
    args,
    result: { text: "", details: metrics },
  };

  test("is a table with caption, column and row headings, in a region that takes focus", () => {
    const html = draw(MetricsCard, done);
    expect(html).toMatch(
      /<div class="ads-report-scroll" role="region" aria-label="[^"]+" tabindex="0"><table/,
    );
    expect(html).toContain(
      "<caption>Account test-account, 2026-11-01 to 2026-11-01",
    );
    expect(html.match(/<th scope="col">/g)).toHaveLength(10);
    expect(html.match(/<th scope="row">/g)).toHaveLength(3);
    expect(html).toContain(
      '<th scope="row">Campaign a</th><td>1,234.50</td><td>9,000.00</td><td>90,000</td>',
    );
    expect(html).toContain("<td>2.00%</td>");
    expect(html).not.toContain("style=");
  });

  test("has a chart of what was spent and what came of it", () => {
    const html = draw(MetricsCard, done);
    expect(html).toContain('data-kind="chart"');
    expect(html).toContain("Spend and revenue by campaign (");
    expect(html).toContain(
      "&quot;labels&quot;:[&quot;Campaign a&quot;,&quot;Campaign b&quot;]",
    );
    expect(html).toContain("&quot;values&quot;:[1234.5,900]");
  });

  test("says that a ratio has no value, and lists findings with their severity in words", () => {
    const html = draw(MetricsCard, done);
    expect(html).toContain('<span class="ads-report-hidden">none</span>');
    expect(html).toMatch(
      /Severe<\/span> Campaign b spent 900.00 without a single conversion\./,
    );
    const zh = draw(MetricsCard, done, "zh-CN");
    expect(zh).toMatch(
      /严重<\/span> 「系列 b」花费 900.00，没有带来任何转化。/,
    );
    expect(zh).toContain('<th scope="row">合计</th>');
  });

  test.each<[string, Partial<ToolCallPart>, RegExp]>([
    [
      "drafted",
      { state: "drafted", argsBytes: 5 },
      /aria-busy="true".*Writing the query/s,
    ],
    [
      "requested",
      { state: "requested", args },
      /aria-busy="true".*account test-account \(days: 7\)/s,
    ],
    ["running", { state: "running", args }, /Querying the metrics/],
    ["waiting", { state: "awaiting_approval", args }, /Waits for approval/],
    [
      "failed",
      { state: "failed", args, message: "No such <account>." },
      /no metrics.*No such &lt;account&gt;\./s,
    ],
    [
      "denied",
      { state: "denied", args, reason: "user" },
      /There are no metrics/,
    ],
    [
      "completed without details",
      { state: "completed", result: { text: "plain" } },
      /no result.*plain/s,
    ],
    [
      "completed with a cut result",
      {
        state: "completed",
        result: { text: "", details: { truncated: true } },
      },
      /no result/,
    ],
    [
      "asked without arguments",
      { state: "running", args: "?" },
      /account \? \(days: \?\)/,
    ],
  ])("draws a call that is %s", (_name, part, expected) => {
    expect(draw(MetricsCard, part)).toMatch(expected);
  });

  test("an account without findings says so", () => {
    const even = computeMetrics(anAccount(), 1);
    expect(
      draw(MetricsCard, { ...done, result: { text: "", details: even } }),
    ).toContain("The rules found nothing wrong.");
  });
});

describe("the report card", () => {
  const args = {
    title: "A title",
    body: "# Report\n<script>x</script>\n| a | b |",
  };
  const text = "# Report\n&lt;script&gt;x&lt;/script&gt;\n| a | b |";
  const approved = anApproval({ status: "approved" });

  test.each<[string, Partial<ToolCallPart>, RegExp]>([
    ["drafted", { state: "drafted", argsBytes: 2_048 }, /2048 bytes so far/],
    ["requested", { state: "requested", args }, /about to be saved/],
    [
      "asked",
      { state: "awaiting_approval", args, approval: anApproval({}) },
      /waits for your approval/,
    ],
    [
      "approved and running",
      { state: "running", args, approval: approved },
      /Approved; saving/,
    ],
    [
      "saved",
      { state: "completed", args, approval: approved },
      /Approved and saved/,
    ],
    [
      "denied",
      {
        state: "denied",
        reason: "user",
        args,
        approval: anApproval({ status: "denied", reason: "Too <long>" }),
      },
      /Denied, so nothing was saved.*Reason: Too &lt;long&gt;/s,
    ],
    [
      "denied by policy",
      { state: "denied", reason: "policy", args },
      /A policy does not allow it/,
    ],
    [
      "expired",
      { state: "denied", reason: "expired", args },
      /expired, so nothing was saved/,
    ],
    [
      "cancelled",
      { state: "denied", reason: "cancelled", args },
      /run was stopped, so nothing was saved/,
    ],
    [
      "invalidated",
      { state: "denied", reason: "invalidated", args },
      /the request lapsed/,
    ],
    [
      "failed",
      { state: "failed", code: "TOOL_FAILED", message: "Disk full.", args },
      /Saving failed.*Disk full\./s,
    ],
    [
      "stopped while saving",
      { state: "failed", code: "TOOL_CANCELLED", args },
      /run was stopped/,
    ],
    [
      "of an unknown outcome",
      { state: "failed", code: "UNKNOWN_OUTCOME", args },
      /is not known/,
    ],
  ])("draws a call that is %s", (_name, part, expected) => {
    const html = draw(ReportCard, part);
    expect(html).toMatch(expected);
    // To the letter while it is asked about, drawn as a document afterwards.
    const isAsked =
      part.state === "requested" || part.state === "awaiting_approval";
    expect(html.includes(text)).toBe(isAsked);
    expect(html.includes('data-kind="markdown"')).toBe(
      !isAsked && part.state !== "drafted",
    );
    expect(html).not.toContain("style=");
    expect(html.includes("<a ")).toBe(part.state === "completed");
    expect(draw(ReportCard, part, "zh-CN")).toMatch(/\p{Script=Han}/u);
  });

  test("a saved report links to the artifact and says its size", () => {
    const html = draw(ReportCard, {
      state: "completed",
      args,
      approval: approved,
      artifact: {
        name: "report.md",
        mediaType: "text/markdown",
        sizeBytes: 1_234,
        updatedAt: "2026-11-30T00:00:00.000Z",
      },
    });
    expect(html).toContain('href="/api/sessions/ses_1/artifacts/report.md"');
    expect(html).toContain("Saved as report.md, 1234 bytes.");
  });

  test("an edited report shows what was saved, and the draft before", () => {
    const html = draw(ReportCard, {
      state: "completed",
      args,
      approval: anApproval({
        status: "approved",
        editedArgs: { body: "Mine." },
      }),
    });
    expect(html).toMatch(
      /edited at approval.*data-kind="markdown">[^<]*Mine\..*<details.*The draft before the edit.*# Report/s,
    );
  });

  test("hidden characters are shown, so that what is read is what is written", () => {
    const html = draw(ReportCard, {
      state: "awaiting_approval",
      args: { body: "a\u202Eb\u200Bc\td" },
    });
    expect(html).toContain("a⟨U+202E⟩b⟨U+200B⟩c\td");
    expect(visibleText("a\r\n\0é👍🏽 家")).toBe("a⟨U+000D⟩\n⟨U+0000⟩é👍🏽 家");
  });

  test("arguments that came cut or are none are drawn as they are", () => {
    expect(
      draw(ReportCard, {
        args: { truncated: true, originalBytes: 99, preview: '{"body":"abc' },
      }),
    ).toContain("{&quot;body&quot;:&quot;abc…");
    expect(draw(ReportCard, { args: { other: 1 } })).toContain(
      "&quot;other&quot;: 1",
    );
    expect(draw(ReportCard, { args: undefined })).toContain(
      "There is no report to show.",
    );
  });
});
