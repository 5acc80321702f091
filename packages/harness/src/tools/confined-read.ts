import { type Static, Type } from "@sinclair/typebox";
import type { SafeWorkspace } from "../workspace/safe-workspace.ts";
import {
  capOutput,
  cutToBytes,
  MAX_OUTPUT_BYTES,
  MAX_OUTPUT_LINES,
  showSize,
  withNotices,
} from "./confined-output.ts";
import { decodeLines } from "./confined-text.ts";
import { defineTool, ToolError, type ToolOutput } from "./define-tool.ts";

const ReadParameters = Type.Object({
  path: Type.String({
    description:
      "File to read, relative to the workspace, such as notes/a.md or skills/<name>/SKILL.md",
  }),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "First line to show, counted from 1 (default 1)",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `How many lines to show (at most ${MAX_OUTPUT_LINES})`,
    }),
  ),
});
export type ReadArguments = Static<typeof ReadParameters>;

export const confinedReadTool = defineTool({
  name: "read",
  title: { "zh-CN": "读取文件", en: "Read a file" },
  description: `Shows the text of one file of the workspace or of a skill. At most ${MAX_OUTPUT_LINES} lines or ${MAX_OUTPUT_BYTES / 1024} KB at a time; the answer says how to go on with offset. Links, protected files and binary files are not shown.`,
  parameters: ReadParameters,
  effect: "read",
  execute: (args, { workspace, signal }) => runRead(workspace, args, signal),
});

/** Reads a text file, or a part of it by lines. Throws `ToolError` when `offset` is past its end, and what the workspace throws. */
export async function runRead(
  workspace: SafeWorkspace,
  args: ReadArguments,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const { path, bytes, sizeBytes } = await workspace.readFile(args.path, {
    signal,
  });
  const lines = decodeLines(bytes);
  if (lines === undefined) {
    return {
      text: `[${path} is a binary file (${showSize(sizeBytes)}), or not UTF-8, so it cannot be shown as text.]`,
      details: { path, sizeBytes, binary: true },
    };
  }
  const first = Math.max(1, args.offset ?? 1);
  if (first > Math.max(1, lines.length)) {
    throw new ToolError(
      "TOOL_ARGUMENTS_INVALID",
      `offset ${first} is past the end of ${path}, which has ${lines.length} lines. Use an offset from 1 to ${Math.max(1, lines.length)}.`,
    );
  }
  const { shown, last, notice } = selectLines(lines, first, args.limit);
  const text = lines.length === 0 ? "(empty file)" : shown;
  return {
    text: withNotices(text, notice === undefined ? [] : [notice]),
    details: {
      path,
      sizeBytes,
      totalLines: lines.length,
      firstLine: first,
      lastLine: last,
      truncated: last < lines.length,
    },
  };
}

interface Selection {
  readonly shown: string;
  readonly last: number;
  readonly notice: string | undefined;
}

function selectLines(
  lines: readonly string[],
  first: number,
  limit = MAX_OUTPUT_LINES,
): Selection {
  const wanted = lines.slice(first - 1, first - 1 + limit);
  const capped = capOutput(wanted);
  const [line] = wanted;
  if (capped.lines.length === 0 && line !== undefined) {
    const more =
      first < lines.length ? ` Use offset=${first + 1} to go on after it.` : "";
    const notice = `Line ${first} is ${showSize(Buffer.byteLength(line))} long; only its first ${MAX_OUTPUT_BYTES / 1024} KB are shown. Use grep to find something in the rest.${more}`;
    return { shown: cutToBytes(line, MAX_OUTPUT_BYTES), last: first, notice };
  }
  const last = first - 1 + capped.lines.length;
  const notice =
    last < lines.length
      ? `Showing lines ${first}-${last} of ${lines.length}. Use offset=${last + 1} to continue.`
      : undefined;
  return { shown: capped.lines.join("\n"), last, notice };
}
