/** The skills that a lab offers; never a skill's body. */
import type { SkillDiagnostic, SkillSummary } from "@agent-studio/shared";
import type { ApiClient } from "./api-client.ts";
import { asFailure } from "./api-failure.ts";
import type { ApiFailure } from "./api-failure.ts";
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";

export type SkillListView =
  | { readonly phase: "loading"; readonly labId: string }
  | {
      readonly phase: "failed";
      readonly labId: string;
      readonly failure: ApiFailure;
    }
  | {
      readonly phase: "ready";
      readonly labId: string;
      readonly skills: readonly SkillSummary[];
      /** About folders and files that are no usable skill. */
      readonly diagnostics: readonly SkillDiagnostic[];
    };

export interface SkillList {
  readonly view: ReadableCell<SkillListView>;
  /** Reads the skills of a lab; those that are shown stay until others are here. Never rejects. */
  load(labId: string): Promise<void>;
}

/** A list that was never read. */
export function createSkillList(options: {
  readonly api: ApiClient;
}): SkillList {
  const view = createCell<SkillListView>({ phase: "loading", labId: "" });
  let newest = 0;
  return {
    view,
    async load(labId) {
      const turn = ++newest;
      const before = view.get();
      if (before.labId !== labId || before.phase === "failed") {
        view.set({ phase: "loading", labId });
      }
      try {
        const list = await options.api.call("listSkills", {
          query: { labId },
        });
        if (turn === newest) view.set({ phase: "ready", labId, ...list });
      } catch (error) {
        const failure = asFailure(error);
        if (turn === newest) view.set({ phase: "failed", labId, failure });
      }
    },
  };
}
