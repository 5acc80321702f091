import { useEffect, useLayoutEffect, useState } from "react";
import type { ReadingPlace } from "../client/thread-memory.ts";
import { useStudio } from "./studio-context.tsx";
import { useSession, useSessionPart } from "./session-context.tsx";
import type { ThreadScroll } from "./thread-scroll.ts";

/** Goes back to where the person was in this session, once its messages are there. */
export function useRestoredPlace(
  scroll: ThreadScroll | null,
): ReadingPlace | null {
  const { sessionId } = useSession();
  const { threadMemory: memory } = useStudio();
  const [place] = useState(() => memory.placeOf(sessionId));
  const replaying = useSessionPart((view) => view.replaying);
  const isReady = scroll !== null && !replaying;
  useLayoutEffect(() => {
    if (isReady && place !== null) scroll.restore(place);
  }, [isReady, place, scroll]);
  // Rows above get their real heights with the first paint: once more after it.
  useEffect(() => {
    if (!isReady || place === null) return;
    const frame = requestAnimationFrame(() => scroll.restore(place));
    return () => cancelAnimationFrame(frame);
  }, [isReady, place, scroll]);
  return place;
}
