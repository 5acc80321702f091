/** How much of the page an on-screen keyboard covers. */
interface Frame {
  readonly innerHeight: number;
  readonly visualViewport: Viewport | null;
}

type Viewport = Pick<
  VisualViewport,
  "height" | "offsetTop" | "scale" | "addEventListener"
>;

/** A bar of the browser is no keyboard. */
const LEAST_KEYBOARD_PIXELS = 80;

/**
 * Tells `show` the pixels that a keyboard covers, now and after each change; 0 while the page is zoomed, and in
 * browsers that make the window smaller instead. Answers what ends that.
 */
export function watchKeyboard(
  frame: Frame,
  show: (pixels: number) => void,
): () => void {
  const viewport = frame.visualViewport;
  if (viewport === null) return () => undefined;
  const end = new AbortController();
  const tell = () => {
    const covered = frame.innerHeight - viewport.height - viewport.offsetTop;
    const isKeyboard = viewport.scale === 1 && covered >= LEAST_KEYBOARD_PIXELS;
    show(isKeyboard ? Math.round(covered) : 0);
  };
  for (const type of ["resize", "scroll"] as const) {
    viewport.addEventListener(type, tell, { signal: end.signal });
  }
  tell();
  return () => end.abort();
}
