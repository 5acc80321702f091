import { type Static, Type } from "@sinclair/typebox";
import type { SafeWorkspace } from "../workspace/safe-workspace.ts";
import {
  capOutput,
  MAX_OUTPUT_BYTES,
  omissionNotice,
  withNotices,
} from "./confined-output.ts";
import { defineTool, type ToolOutput } from "./define-tool.ts";

const DEFAULT_LIMIT = 500;

const LsParameters = Type.Object({
  path: Type.Optional(
    Type.String({
      description:
        "Folder to list, relative to the workspace (default: the workspace itself)",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `How many entries to show (default ${DEFAULT_LIMIT})`,
    }),
  ),
});
export type LsArguments = Static<typeof LsParameters>;

export const confinedLsTool = defineTool({
  name: "ls",
  title: { "zh-CN": "列出目录", en: "List a folder" },
  description: `Lists what is in one folder of the workspace, sorted by name, folders with a slash at the end; names that begin with a dot too. Skills are in skills/. At most ${DEFAULT_LIMIT} entries unless limit says otherwise, and ${MAX_OUTPUT_BYTES / 1024} KB. Links and protected names are counted, not shown.`,
  parameters: LsParameters,
  effect: "read",
  execute: (args, { workspace, signal }) => runLs(workspace, args, signal),
});

/** Lists a folder. Throws what the workspace throws. */
export async function runLs(
  workspace: SafeWorkspace,
  args: LsArguments,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const limit = args.limit ?? DEFAULT_LIMIT;
  const listing = await workspace.list(args.path ?? ".", { signal });
  const names = listing.entries
    .map(({ name, kind }) => (kind === "directory" ? `${name}/` : name))
    .sort(
      (one, other) =>
        compare(one.toLowerCase(), other.toLowerCase()) || compare(one, other),
    );
  const { lines } = capOutput(names, limit);
  const notices = [...omissionNotice(listing.omitted)];
  if (listing.truncated)
    notices.unshift(
      "The folder has more entries than could be read. Use find to look for a name.",
    );
  if (lines.length < names.length)
    notices.unshift(
      `Showing ${lines.length} of ${names.length} entries. Use a higher limit, or find, to see others.`,
    );
  return {
    text: withNotices(
      lines.length === 0 ? "(empty folder)" : lines.join("\n"),
      notices,
    ),
    details: {
      path: listing.path,
      entries: names.length,
      shown: lines.length,
      omitted: { ...listing.omitted },
    },
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
