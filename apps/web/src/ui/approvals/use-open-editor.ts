import type { Approval } from "@agent-studio/shared";
import type { ArgumentsDraft } from "../../client/approval-drafts.ts";
import { openField } from "../../client/argument-field.ts";
import { useSessionState } from "../session-context.tsx";
import { useStudio } from "../studio-context.tsx";
import { useCellPart } from "../use-cell.ts";

/** The JSON Schema of a tool's arguments; undefined where the lab has no such tool any more. */
export function useToolParameters(toolName: string): unknown {
  const labs = useCellPart(useStudio().studio.view, (view) => view.labs);
  const labId = useSessionState((state) => state.labId);
  return labs
    .find((lab) => lab.labId === labId)
    ?.tools.find(({ name }) => name === toolName)?.parameters;
}

/** Begins to change the proposed arguments: as a form where the tool's schema gives one, else as JSON. */
export function useOpenEditor(approval: Approval): () => ArgumentsDraft {
  const schema = useToolParameters(approval.toolName);
  return () => {
    const field = openField(schema, approval.args);
    return {
      mode: field.kind === "group" ? "form" : "json",
      field,
      json: JSON.stringify(approval.args, null, 2),
      step: "edit",
      isChecked: false,
    };
  };
}
