import fc from "fast-check";
import { ToolResultSchema } from "@agent-studio/shared";
import { describe, expect, it } from "vitest";
import {
  RESULT_LIMIT_BYTES,
  toToolResult,
} from "../../src/agent/tool-result.ts";
import {
  MODEL_TEXT_LIMIT,
  denialReply,
  failureReply,
  successReply,
  withEdit,
} from "../../src/agent/tool-reply.ts";
import { createRedactor } from "../../src/security/redact-and-limit.ts";
import type { ToolOutput } from "../../src/tools/define-tool.ts";

const SECRET = "sk-canary-0123456789abcdef";
const redactor = createRedactor({ secrets: () => [SECRET] });
const redaction = {
  redact: (value: unknown, maxBytes?: number) =>
    redactor.redactAndLimit(value, maxBytes === undefined ? {} : { maxBytes }),
  redactText: (text: string) => redactor.redactText(text),
};
const bytesOf = (value: unknown): number =>
  Buffer.byteLength(JSON.stringify(value));

describe("a tool's result in events", () => {
  it("stands whole when it is small", () => {
    const output: ToolOutput = {
      text: "two rows",
      details: { rows: [1, 2] },
      view: { kind: "markdown", text: "**two**" },
    };
    expect(toToolResult(output, redaction)).toEqual(output);
  });

  it("keeps 64 KiB whatever its text, details and view are made of", () => {
    const filler = fc.constantFrom("x", "字", "\u0000", '"', "😀", "\n");
    const big = fc
      .tuple(filler, fc.integer({ min: 0, max: 60_000 }))
      .map(([unit, times]) => unit.repeat(times));
    fc.assert(
      fc.property(big, big, big, (text, details, markdown) => {
        const view = { kind: "markdown", text: markdown } as const;
        const output = { text, details, view };
        const result = toToolResult(output, redaction);
        expect(bytesOf(result)).toBeLessThanOrEqual(RESULT_LIMIT_BYTES);
        expect(ToolResultSchema.safeParse(result).success).toBe(true);
        const isWhole = bytesOf(output) <= RESULT_LIMIT_BYTES;
        expect(result.truncated === true).toBe(!isWhole);
      }),
      { numRuns: 100 },
    );
  });

  it("cuts no character in half", () => {
    const { text } = toToolResult(
      { text: "😀".repeat(40_000), details: "x".repeat(20_000) },
      redaction,
    );
    expect(text.isWellFormed()).toBe(true);
  });

  it("says so when a view or details had to be left out", () => {
    const view = { kind: "markdown", text: "x".repeat(70_000) } as const;
    expect(toToolResult({ text: "a", view }, redaction)).toEqual({
      text: "a",
      truncated: true,
    });
    expect(
      toToolResult({ text: "a", details: "x".repeat(70_000) }, redaction),
    ).toMatchObject({ truncated: true, details: { truncated: true } });
  });

  it("has no secret in any corner of a view", () => {
    const label = { "zh-CN": SECRET, en: SECRET };
    const views: ToolOutput["view"][] = [
      {
        kind: "table",
        title: label,
        columns: [{ key: SECRET, label }],
        rows: [[SECRET, 1, null]],
        notes: [label],
      },
      {
        kind: "chart",
        title: label,
        form: "bar",
        labels: [SECRET],
        series: [{ label, values: [1, null] }],
      },
      { kind: "keyValue", title: label, entries: [{ label, value: SECRET }] },
      { kind: "diff", path: SECRET, before: SECRET, after: SECRET },
      { kind: "markdown", text: SECRET },
    ];
    for (const view of views) {
      const result = toToolResult(
        { text: SECRET, details: { inner: [SECRET] }, ...(view && { view }) },
        redaction,
      );
      expect(JSON.stringify(result)).not.toContain(SECRET);
      expect(result.view?.kind).toBe(view?.kind);
    }
  });
});

describe("what the model reads of a call", () => {
  it("is cut at 60,000 characters, and says so loudly", () => {
    const { text } = successReply("😀".repeat(40_000));
    expect(text).toContain("[CUT: only the first 60000 of 80000");
    expect(text.isWellFormed()).toBe(true);
    expect(successReply("x".repeat(MODEL_TEXT_LIMIT)).text).toHaveLength(
      60_000,
    );
    expect(failureReply("TOOL_FAILED", "x".repeat(70_000)).text).toContain(
      "[CUT",
    );
  });

  it("states the arguments that a person changed, and keeps the limit with them", () => {
    const short = withEdit(successReply("saved"), { quantity: 10 });
    expect(short.text).toContain('{"quantity":10}');
    expect(short.text).toContain("A person changed the arguments");
    expect(short.text).toContain("saved");
    const long = withEdit(successReply("y".repeat(70_000)), {
      body: "x".repeat(50_000),
    });
    expect(long.text.length).toBeLessThan(61_000);
    expect(long.text).toContain("yyy");
  });

  it("names the true cause: nobody refused what expired, a person refused what was denied", () => {
    expect(denialReply("expired", "TOOL_DENIED").text).toMatch(
      /expired.*nobody refused.*never executed/,
    );
    expect(denialReply("user", "TOOL_DENIED", "too much").text).toMatch(
      /A person denied.*too much/,
    );
    expect(denialReply("user", "TOOL_DENIED", "  ").text).not.toContain(
      "reason",
    );
    expect(denialReply("cancelled", "TOOL_CANCELLED").text).toContain(
      "stopped",
    );
  });
});
