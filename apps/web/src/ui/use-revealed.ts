import { createContext, use, useEffect, useState } from "react";
import { useSession } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { placeOfElement } from "./target-place.ts";
import type { TargetPlace } from "./target-place.ts";

const RevealedContext = createContext<TargetPlace | null>(null);
export const RevealedProvider = RevealedContext.Provider;

/** Whether something of this was asked for last, so that what folds over it opens. */
export function useIsRevealed(
  contains: (place: TargetPlace) => boolean,
): boolean {
  const place = use(RevealedContext);
  return place !== null && contains(place);
}

/** What was asked for last in this conversation: it has to be drawn before anyone can go there. */
export function useRevealed(): TargetPlace | null {
  const { reveals } = useStudio();
  const { sessionId, view } = useSession();
  const [place, setPlace] = useState<TargetPlace | null>(null);
  useEffect(() => {
    const look = () => {
      const wanted = reveals.wanted.get();
      if (wanted?.sessionId !== sessionId || wanted.panel !== "chat") return;
      if (view.get().replaying) return;
      const found = placeOfElement(view.get().state, wanted.elementId);
      if (found !== null) setPlace(found);
    };
    const ends = [reveals.wanted.subscribe(look), view.subscribe(look)];
    look();
    return () => {
      for (const end of ends) end();
    };
  }, [reveals, sessionId, view]);
  return place;
}
