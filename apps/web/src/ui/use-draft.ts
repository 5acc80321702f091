import { useCallback } from "react";
import type { Draft } from "../client/drafts.ts";
import { focusComposer } from "./focus-composer.ts";
import { useSession } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";

/** What is being written in the open session. */
export function useDraft(): Draft {
  return useStudio().drafts.of(useSession().sessionId);
}

/** Puts a text into the composer and the focus behind it, without sending it. A draft that gives way is kept. */
export function useFillComposer(): (text: string) => void {
  const draft = useDraft();
  return useCallback(
    (text) => {
      draft.fill(text);
      focusComposer();
    },
    [draft],
  );
}
