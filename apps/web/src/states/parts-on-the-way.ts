/** The parts of the page that were asked for and are not there yet. */
export interface PartsOnTheWay {
  count(): number;
  /** May be called twice. */
  stop(): void;
}

/** Watches what the page loads by itself: for each part the build puts a link into the head. */
export function watchParts(head: HTMLHeadElement): PartsOnTheWay {
  const waiting = new Set<HTMLLinkElement>();
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap((record) => [...record.addedNodes])) {
      if (!(node instanceof HTMLLinkElement)) continue;
      const done = () => void waiting.delete(node);
      waiting.add(node);
      node.addEventListener("load", done, { once: true });
      node.addEventListener("error", done, { once: true });
    }
  });
  observer.observe(head, { childList: true });
  return {
    count: () => waiting.size,
    stop: () => observer.disconnect(),
  };
}
