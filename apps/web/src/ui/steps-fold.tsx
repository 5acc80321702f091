import { useId, useState } from "react";
import type { ReactNode } from "react";
import { ChevronRight, ListChecks } from "lucide-react";
import { useStudio } from "./studio-context.tsx";
import { useIsRevealed } from "./use-revealed.ts";
import { useThreadTexts } from "./use-thread-texts.ts";
import { useTexts } from "./text-context.tsx";
import type { TargetPlace } from "./target-place.ts";

/** Steps that are done, as one line that opens; it opens by itself for a step that is asked for. */
export function StepsFold(props: {
  /** Under which it is remembered that the person opened or closed it. */
  readonly id: string;
  readonly calls: number;
  readonly contains: (place: TargetPlace) => boolean;
  readonly children: ReactNode;
}) {
  const { number } = useTexts();
  const tt = useThreadTexts();
  const bodyId = useId();
  const { threadMemory: memory } = useStudio();
  const [chosen, setChosen] = useState(() => memory.foldOf(props.id));
  const isOpen = useIsRevealed(props.contains) || chosen === true;
  return (
    <div className="steps-fold">
      <button
        type="button"
        className="fold-button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => {
          memory.keepFold(props.id, !isOpen);
          setChosen(!isOpen);
        }}
      >
        <ChevronRight aria-hidden className="fold-arrow" />
        <ListChecks aria-hidden className="inline-icon" />
        {tt("thread.steps", { count: number(props.calls) })}
      </button>
      <div id={bodyId} className="fold-body" hidden={!isOpen}>
        {isOpen && props.children}
      </div>
    </div>
  );
}
