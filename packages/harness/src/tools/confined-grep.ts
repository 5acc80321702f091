import { type Static, Type } from "@sinclair/typebox";
import type { SafeWorkspace } from "../workspace/safe-workspace.ts";
import { WorkspaceError } from "../workspace/workspace-error.ts";
import { searchNotices } from "./confined-find.ts";
import { compileGlob } from "./confined-glob.ts";
import { GrepReport, MAX_LINE_SHOWN } from "./confined-grep-report.ts";
import { MAX_OUTPUT_BYTES, withNotices } from "./confined-output.ts";
import { ConfinedPace } from "./confined-pace.ts";
import { compilePattern, type LinearPattern } from "./confined-pattern.ts";
import { decodeLines } from "./confined-text.ts";
import { defineTool, type ToolOutput } from "./define-tool.ts";

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 2000;
const MAX_CONTEXT = 50;
const MAX_SEARCHED_BYTES = 64 * 1024 * 1024;
const MAX_SEARCH_MS = 10_000;
/** Longer lines are searched only this far: time grows with the length of a line. */
const MAX_LINE_SEARCHED = 16_384;

const GrepParameters = Type.Object({
  pattern: Type.String({
    minLength: 1,
    description:
      "Regular expression (RE2: no lookaround, no backreferences), or plain text with literal",
  }),
  path: Type.Optional(
    Type.String({
      description:
        "Folder or file to search, relative to the workspace (default: the workspace itself)",
    }),
  ),
  glob: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        "Search only files that match, such as notes/**/*.md, or *.md at any depth",
    }),
  ),
  ignoreCase: Type.Optional(
    Type.Boolean({
      description: "Upper and lower case are the same (default false)",
    }),
  ),
  literal: Type.Optional(
    Type.Boolean({ description: "The pattern is plain text (default false)" }),
  ),
  context: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "Lines to show before and after each match (default 0)",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `How many matching lines to show (default ${DEFAULT_LIMIT})`,
    }),
  ),
});
export type GrepArguments = Static<typeof GrepParameters>;

export const confinedGrepTool = defineTool({
  name: "grep",
  title: { "zh-CN": "搜索内容", en: "Search in files" },
  description: `Searches the text of files line by line and answers with path, line number and line. At most ${DEFAULT_LIMIT} matching lines unless limit says otherwise, and ${MAX_OUTPUT_BYTES / 1024} KB; of long lines about ${MAX_LINE_SHOWN} characters around the match are shown. Links, protected files and binary files are left out.`,
  parameters: GrepParameters,
  effect: "read",
  execute: (args, { workspace, signal }) => runGrep(workspace, args, signal),
});

/** Searches files. Throws `ToolError` for a pattern or glob that cannot be understood, and what the workspace throws. */
export async function runGrep(
  workspace: SafeWorkspace,
  args: GrepArguments,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const pattern = compilePattern(args.pattern, args);
  const wanted = args.glob === undefined ? () => true : compileGlob(args.glob);
  const report = new GrepReport({
    limit: Math.min(args.limit ?? DEFAULT_LIMIT, MAX_LIMIT),
    context: Math.min(args.context ?? 0, MAX_CONTEXT),
    pattern,
  });
  const search: Search = {
    workspace,
    pattern,
    report,
    pace: new ConfinedPace({ signal, maxMs: MAX_SEARCH_MS }),
    signal,
    bytesLeft: MAX_SEARCHED_BYTES,
  };
  const walk = workspace.walk(args.path ?? ".", { signal });
  for await (const { path, relativePath, kind } of walk) {
    if (kind !== "file" || !wanted(relativePath, kind)) continue;
    await searchFile(search, path);
    if (report.full || search.bytesLeft <= 0) break;
  }
  if (search.bytesLeft <= 0)
    report.stop(
      "Not all files were searched, as there is too much to search. Use a narrower path or glob.",
    );
  return {
    text: withNotices(report.text(), [
      ...report.notices(),
      ...searchNotices(walk.summary),
    ]),
    details: {
      matches: report.matches,
      files: report.files,
      truncated: report.truncated || walk.summary.truncatedBy !== undefined,
    },
  };
}

interface Search {
  readonly workspace: SafeWorkspace;
  readonly pattern: LinearPattern;
  readonly report: GrepReport;
  readonly pace: ConfinedPace;
  readonly signal: AbortSignal;
  bytesLeft: number;
}

async function searchFile(search: Search, path: string): Promise<void> {
  const { report, signal } = search;
  try {
    const { bytes } = await search.workspace.readFile(path, { signal });
    search.bytesLeft -= bytes.length;
    const lines = decodeLines(bytes);
    if (lines === undefined) report.skip("binary");
    else await searchLines(search, path, lines);
  } catch (error) {
    // One file that vanished, is too large or may not be read does not spoil the search of the others.
    if (!(error instanceof WorkspaceError)) throw error;
    report.skip(error.code === "FILE_TOO_LARGE" ? "too large" : "unreadable");
  }
}

async function searchLines(
  { report, pattern, pace }: Search,
  path: string,
  lines: readonly string[],
): Promise<void> {
  report.open(path, lines);
  for (const [at, whole] of lines.entries()) {
    if (pace.due && !(await pace.step()))
      return report.stop(
        "The search took too long and was ended. Use a narrower path or a simpler pattern.",
      );
    const line = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
    if (line.length > MAX_LINE_SEARCHED) report.longLine();
    if (pattern.test(line.slice(0, MAX_LINE_SEARCHED))) report.match(at);
    if (report.full) return;
  }
}
