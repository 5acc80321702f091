import { confinedFindTool } from "./confined-find.ts";
import { confinedGrepTool } from "./confined-grep.ts";
import { confinedLsTool } from "./confined-ls.ts";
import { confinedReadTool } from "./confined-read.ts";
import type { ToolDefinition } from "./define-tool.ts";

/** The read-only file tools under Pi's names and with Pi's parameters, in the order in which labs list them. */
export function createConfinedTools(): readonly ToolDefinition[] {
  return [confinedReadTool, confinedGrepTool, confinedFindTool, confinedLsTool];
}
