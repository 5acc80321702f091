import { defineTool } from "@agent-studio/harness";
import type { ToolDefinition } from "@agent-studio/harness";
import { Type } from "@sinclair/typebox";
import {
  REPORT_BODY_LIMIT,
  REPORT_NAME,
  REPORT_TITLE_LIMIT,
} from "../contract.ts";
import type { SavedReport } from "../contract.ts";
import { composeReport } from "../report-document.ts";

const Parameters = Type.Object(
  {
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: REPORT_TITLE_LIMIT,
        description: "Becomes the heading if the body has none.",
      }),
    ),
    body: Type.String({
      minLength: 1,
      maxLength: REPORT_BODY_LIMIT,
      pattern: "\\S",
      description: "The whole report in Markdown.",
    }),
  },
  { additionalProperties: false },
);

/** Saves the report as the lab's one artifact; an older report of the session is replaced. */
export function createSaveReportDraftTool(): ToolDefinition {
  return defineTool({
    name: "save_report_draft",
    title: { "zh-CN": "保存报告草稿", en: "Save report draft" },
    description: `Saves the finished report as ${REPORT_NAME}, replacing an earlier one. A person is asked first and may change or refuse it.`,
    parameters: Parameters,
    effect: "write",
    summarize(draft) {
      const { characters, sizeBytes } = measure(composeReport(draft));
      return {
        "zh-CN": `将报告保存为 ${REPORT_NAME}（${characters} 个字符，${sizeBytes} 字节），替换本会话中已有的同名报告。`,
        en: `Save the report as ${REPORT_NAME} (${characters} characters, ${sizeBytes} bytes), replacing an earlier one of this session.`,
      };
    },
    async execute(draft, ctx) {
      const text = composeReport(draft);
      await ctx.saveArtifact(REPORT_NAME, text);
      const saved = measure(text);
      return {
        text: `Saved as ${REPORT_NAME}: ${saved.characters} characters, ${saved.sizeBytes} bytes.`,
        details: saved,
      };
    },
  });
}

function measure(text: string): SavedReport {
  return {
    name: REPORT_NAME,
    characters: text.length,
    sizeBytes: Buffer.byteLength(text),
  };
}
