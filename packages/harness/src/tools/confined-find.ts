import { type Static, Type } from "@sinclair/typebox";
import type { SafeWorkspace } from "../workspace/safe-workspace.ts";
import type { WalkSummary } from "../workspace/workspace-walk.ts";
import { compileGlob } from "./confined-glob.ts";
import {
  capOutput,
  MAX_OUTPUT_BYTES,
  omissionNotice,
  withNotices,
} from "./confined-output.ts";
import { defineTool, type ToolOutput } from "./define-tool.ts";

const DEFAULT_LIMIT = 1000;

const FindParameters = Type.Object({
  pattern: Type.String({
    minLength: 1,
    description:
      "Glob relative to the folder, such as notes/**/*.md; without a slash, such as *.md, it means names at any depth",
  }),
  path: Type.Optional(
    Type.String({
      description:
        "Folder to search below, relative to the workspace (default: the workspace itself)",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `How many results to show (default ${DEFAULT_LIMIT})`,
    }),
  ),
});
export type FindArguments = Static<typeof FindParameters>;

export const confinedFindTool = defineTool({
  name: "find",
  title: { "zh-CN": "查找文件", en: "Find files" },
  description: `Finds files and folders by a glob over their names. Answers with paths that read takes as they are, folders with a slash at the end. At most ${DEFAULT_LIMIT} results unless limit says otherwise, and ${MAX_OUTPUT_BYTES / 1024} KB. Links are not followed; protected names are not found.`,
  parameters: FindParameters,
  effect: "read",
  execute: (args, { workspace, signal }) => runFind(workspace, args, signal),
});

/** Finds by glob. Throws `ToolError` for a glob that cannot be understood, and what the workspace throws. */
export async function runFind(
  workspace: SafeWorkspace,
  args: FindArguments,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const limit = args.limit ?? DEFAULT_LIMIT;
  const matches = compileGlob(args.pattern);
  const walk = workspace.walk(args.path ?? ".", { signal });
  const found: string[] = [];
  for await (const { path, relativePath, kind } of walk) {
    if (!matches(relativePath, kind)) continue;
    found.push(kind === "directory" ? `${path}/` : path);
    if (found.length > limit) break;
  }
  const { lines } = capOutput(found, limit);
  const notices = [...searchNotices(walk.summary)];
  if (lines.length < found.length)
    notices.unshift(
      `Showing the first ${lines.length} results; there are more. Use a narrower pattern or path.`,
    );
  return {
    text: withNotices(
      lines.length === 0
        ? "No files found that match the pattern."
        : lines.join("\n"),
      notices,
    ),
    details: {
      results: lines.length,
      truncated:
        lines.length < found.length || walk.summary.truncatedBy !== undefined,
    },
  };
}

/** What the model must know about a search that did not see everything. */
export function searchNotices({
  omitted,
  truncatedBy,
}: WalkSummary): readonly string[] {
  const stopped = {
    entries:
      "There are too many files, so not all were looked at. Use a narrower path.",
    depth:
      "Some folders are too deep and were not looked into. Use a path below them.",
  };
  return [
    ...(truncatedBy === undefined ? [] : [stopped[truncatedBy]]),
    ...omissionNotice(omitted),
  ];
}
