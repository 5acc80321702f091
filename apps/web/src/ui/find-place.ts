/** How long a place may take to be drawn: its session opens, its log is replayed. */
const DRAW_LIMIT_MS = 15_000;
const CORRECTIONS = 3;

/** Calls back with the element once it is drawn, or with null when it never is. The answer calls that off. */
export function findPlace(
  elementId: string,
  found: (element: HTMLElement | null) => void,
): () => void {
  const drawn = document.getElementById(elementId);
  if (drawn !== null) {
    found(drawn);
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    const element = document.getElementById(elementId);
    if (element !== null) finish(element);
  });
  const limit = setTimeout(() => finish(null), DRAW_LIMIT_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(limit);
  };
  const finish = (element: HTMLElement | null) => {
    stop();
    found(element);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

/** Brings an element into view and gives it the focus, with a frame that stays until the focus leaves. */
export function goTo(element: HTMLElement): void {
  if (!element.hasAttribute("tabindex") && element.tabIndex < 0) {
    element.tabIndex = -1;
  }
  element.dataset["reached"] = "true";
  element.addEventListener("blur", () => delete element.dataset["reached"], {
    once: true,
  });
  bringIntoView(element, CORRECTIONS);
  element.focus({ preventScroll: true });
}

/** What stands above gets its real height only when it is first seen: the place is put right again for some frames. */
function bringIntoView(element: HTMLElement, corrections: number): void {
  const isTall = element.offsetHeight > window.innerHeight / 2;
  element.scrollIntoView({ block: isTall ? "start" : "center" });
  if (corrections === 0) return;
  requestAnimationFrame(() => bringIntoView(element, corrections - 1));
}
