import type { ReactNode } from "react";
import { ListChecks } from "lucide-react";
import { Fold } from "./fold.tsx";
import { useIsRevealed } from "./use-revealed.ts";
import { useThreadTexts } from "./use-thread-texts.ts";
import { useTexts } from "./text-context.tsx";
import type { TargetPlace } from "./target-place.ts";

/** Steps that are done, as one line that opens; it opens by itself for a step that is asked for. */
export function StepsFold(props: {
  readonly id: string;
  readonly calls: number;
  readonly contains: (place: TargetPlace) => boolean;
  readonly children: ReactNode;
}) {
  const { number } = useTexts();
  const tt = useThreadTexts();
  return (
    <Fold
      id={props.id}
      className="steps-fold"
      isForced={useIsRevealed(props.contains)}
      title={
        <>
          <ListChecks aria-hidden className="inline-icon" />
          {tt("thread.steps", { count: number(props.calls) })}
        </>
      }
    >
      {() => props.children}
    </Fold>
  );
}
