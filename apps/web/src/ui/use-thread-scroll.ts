import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";
import { useStudio } from "./studio-context.tsx";
import { useSession } from "./session-context.tsx";
import { createThreadScroll } from "./thread-scroll.ts";
import type { ThreadScroll } from "./thread-scroll.ts";

/** The scrolling of a viewport while it is on the page; where the person was is kept for the next time. */
export function useThreadScroll(
  viewport: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): ThreadScroll | null {
  const { sessionId } = useSession();
  const { threadMemory: memory } = useStudio();
  const [scroll, setScroll] = useState<ThreadScroll | null>(null);
  useLayoutEffect(() => {
    if (viewport.current === null || content.current === null) return;
    const created = createThreadScroll(viewport.current, content.current);
    setScroll(created);
    return () => {
      memory.keepPlace(sessionId, created.place());
      created.stop();
    };
  }, [viewport, content, memory, sessionId]);
  return scroll;
}
