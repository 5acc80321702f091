import { useCallback } from "react";
import { useCellPart } from "./use-cell.ts";
import { useSessionState } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";

/** Names a tool as its lab does; an unknown tool keeps the name it was asked for by. */
export function useToolTitle(): (toolName: string) => string {
  const { local } = useTexts();
  const labs = useCellPart(useStudio().studio.view, (view) => view.labs);
  const labId = useSessionState((state) => state.labId);
  const tools = labs.find((lab) => lab.labId === labId)?.tools;
  return useCallback(
    (toolName: string) => {
      const tool = tools?.find(({ name }) => name === toolName);
      return tool === undefined ? toolName : local(tool.title);
    },
    [tools, local],
  );
}
