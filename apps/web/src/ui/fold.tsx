import { useId, useState } from "react";
import type { ReactNode } from "react";
import { ChevronRight } from "lucide-react";
import { useStudio } from "./studio-context.tsx";

/** Something that opens: what is in it is drawn when it is open and not before, and whether it is stays known. */
export function Fold(props: {
  /** Under which it is remembered; null for what nobody would miss. */
  readonly id: string | null;
  readonly title: ReactNode;
  readonly className?: string;
  /** Opened by something else than a person. */
  readonly isForced?: boolean;
  readonly children: () => ReactNode;
}) {
  const { id, isForced = false } = props;
  const { threadMemory } = useStudio();
  const bodyId = useId();
  const [chosen, setChosen] = useState(() =>
    id === null ? null : threadMemory.foldOf(id),
  );
  const isOpen = isForced || chosen === true;
  return (
    <div className={props.className}>
      <button
        type="button"
        className="fold-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? bodyId : undefined}
        onClick={() => {
          if (id !== null) threadMemory.keepFold(id, !isOpen);
          setChosen(!isOpen);
        }}
      >
        <ChevronRight aria-hidden className="fold-arrow" />
        {props.title}
      </button>
      {isOpen && (
        <div id={bodyId} className="fold-body">
          {props.children()}
        </div>
      )}
    </div>
  );
}
