import { useState } from "react";
import { choiceOf } from "@agent-studio/shared";
import type { ModelPreset } from "@agent-studio/shared";
import { useSession } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useCellPart } from "./use-cell.ts";

export interface ModelChoiceActions {
  /** The built-in model that needs neither key nor network, if this server has it. */
  readonly demo: ModelPreset | undefined;
  readonly busy: boolean;
  /** Resolves with whether the model was taken. */
  readonly choose: (preset: ModelPreset) => Promise<boolean>;
}

/** Choosing the model of the open session, one choice at a time. */
export function useModelChoice(): ModelChoiceActions {
  const { studio } = useStudio();
  const { sessionId } = useSession();
  const presets = useCellPart(studio.view, (view) => view.presets);
  const [busy, setBusy] = useState(false);
  const oneAtATime = async (command: () => Promise<boolean>) => {
    setBusy(true);
    try {
      return await command();
    } finally {
      setBusy(false);
    }
  };
  return {
    demo: presets.find(({ api, available }) => api === "demo" && available),
    busy,
    choose: (preset) =>
      oneAtATime(() => studio.chooseModel(sessionId, choiceOf(preset))),
  };
}
