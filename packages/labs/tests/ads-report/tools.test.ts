import type { ToolContext } from "@agent-studio/harness";
import { ToolError } from "@agent-studio/harness";
import type { JsonObject } from "@agent-studio/shared";
import { ToolViewSchema } from "@agent-studio/shared";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { readAdsAccounts } from "../../src/ads-report/account-file.ts";
import {
  AdsMetricsSchema,
  ReportDraftSchema,
  SavedReportSchema,
} from "../../src/ads-report/contract.ts";
import { createMockAdsMetricsTool } from "../../src/ads-report/tools/mock-ads-metrics.ts";
import { createSaveReportDraftTool } from "../../src/ads-report/tools/save-report-draft.ts";
import { anAccount } from "./an-account.ts";

type Saved = { name: string; content: string | Uint8Array };

function aContext(saved: Saved[] = []): ToolContext {
  const context: Partial<ToolContext> = {
    signal: new AbortController().signal,
    saveArtifact: async (name, content) => void saved.push({ name, content }),
  };
  return context as ToolContext;
}

const failureOf = async (promise: Promise<unknown>): Promise<ToolError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ToolError) return error;
  throw new Error("the tool did not refuse");
};

describe("mock_ads_metrics", () => {
  const accounts = [anAccount(), anAccount(undefined, { accountId: "other" })];
  const tool = createMockAdsMetricsTool({
    readAccounts: async () => ({ about: "", accounts }),
  });

  test("only reads, and takes 1 to 30 whole days and nothing else", () => {
    expect(tool).toMatchObject({
      name: "mock_ads_metrics",
      effect: "read",
      risk: "low",
      parameters: {
        required: ["accountId", "days"],
        additionalProperties: false,
        properties: { days: { type: "integer", minimum: 1, maximum: 30 } },
      },
    });
  });

  test("answers the same data as text for the model and as details", async () => {
    const { text, details, view } = await tool.execute(
      { accountId: "test-account", days: 7 },
      aContext(),
    );
    const metrics = AdsMetricsSchema.parse(details);
    expect(JSON.parse(text)).toEqual(metrics);
    expect(text).not.toContain("\n");
    expect(ToolViewSchema.parse(view)).toMatchObject({
      kind: "table",
      rows: [
        ["系列 a / Campaign a", 10, 40, 1_000, 20, 2, 2, 0.5, 5, 4],
        { 0: "合计 / Total" },
      ],
    });
  });

  test.each([
    "missing",
    "__proto__",
    "constructor",
    "Test-Account",
    "test-account ",
  ])("refuses the account %j and names the valid ones", async (accountId) => {
    const error = await failureOf(
      tool.execute({ accountId, days: 7 }, aContext()),
    );
    expect(error.code).toBe("TOOL_ARGUMENTS_INVALID");
    expect(error.message).toContain("test-account, other");
  });

  test("a changed file counts at the next query; one that does not fit is a failure with a place", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ads-"));
    const path = join(folder, "ads-account.json");
    const own = createMockAdsMetricsTool({
      readAccounts: () => readAdsAccounts(pathToFileURL(path)),
    });
    const spend = async () => {
      const { details } = await own.execute(
        { accountId: "test-account", days: 1 },
        aContext(),
      );
      return AdsMetricsSchema.parse(details).total.spend;
    };
    const write = (value: unknown) => writeFile(path, JSON.stringify(value));
    try {
      expect((await failureOf(spend())).message).toMatch(/could not be read/);
      await write({ about: "", accounts: [anAccount()] });
      expect(await spend()).toBe(10);
      const changed = anAccount();
      changed.campaigns[0]!.days[0]!.spend = 12.34;
      await write({ about: "", accounts: [changed] });
      expect(await spend()).toBe(12.34);
      changed.campaigns[0]!.days[0]!.spend = -1;
      await write({ about: "", accounts: [changed] });
      expect(await failureOf(spend())).toMatchObject({
        code: "TOOL_FAILED",
        message: expect.stringContaining(
          "accounts.0.campaigns.0.days.0.spend",
        ) as string,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("save_report_draft", () => {
  const tool = createSaveReportDraftTool();
  const save = async (args: JsonObject) => {
    const saved: Saved[] = [];
    const output = await tool.execute(args, aContext(saved));
    return { saved, output };
  };

  test("writes, and takes a body of 1 to 50,000 characters", () => {
    expect(tool).toMatchObject({
      name: "save_report_draft",
      effect: "write",
      risk: "medium",
      parameters: {
        required: ["body"],
        additionalProperties: false,
        properties: {
          body: { type: "string", minLength: 1, maxLength: 50_000 },
        },
      },
    });
  });

  test("saves as report.md and says where and how large", async () => {
    const { saved, output } = await save({ body: "# 报告\n正文" });
    expect(saved).toEqual([{ name: "report.md", content: "# 报告\n正文\n" }]);
    expect(output.text).toBe("Saved as report.md: 8 characters, 16 bytes.");
    expect(SavedReportSchema.parse(output.details)).toEqual({
      name: "report.md",
      characters: 8,
      sizeBytes: 16,
    });
  });

  test.each([
    [{ title: "T", body: "text" }, "# T\n\ntext\n"],
    [{ title: "T\n # x", body: "text" }, "# T # x\n\ntext\n"],
    [{ title: "T", body: "\n\n# Own\r\ntext\r\n\r\n" }, "# Own\ntext\n"],
    [{ title: "T", body: "## Section\n" }, "# T\n\n## Section\n"],
    [{ title: "T", body: "#tag" }, "# T\n\n#tag\n"],
    [{ body: "text" }, "text\n"],
  ])("%j becomes %j", async (args, content) => {
    expect((await save(args)).saved).toEqual([{ name: "report.md", content }]);
  });

  test("tells the approver name and size in both languages, never the report's words", () => {
    const { summary, risk } = tool.summarize({
      title: "T",
      body: "x".repeat(50_000),
    });
    expect(risk).toBe("medium");
    for (const text of Object.values(summary)) {
      expect(text).toMatch(/report\.md/);
      expect(text).toMatch(/50006/);
      expect(text.length).toBeLessThanOrEqual(200);
    }
  });

  test("the contract of the arguments takes what the schema takes", () => {
    expect(ReportDraftSchema.safeParse({ body: "x" }).success).toBe(true);
    expect(ReportDraftSchema.safeParse({ title: "t", body: "x" }).success).toBe(
      true,
    );
    expect(ReportDraftSchema.safeParse({ body: "" }).success).toBe(false);
    expect(ReportDraftSchema.safeParse({ body: "x", more: 1 }).success).toBe(
      false,
    );
  });
});
