/**
 * Scrolling of the conversation. It follows the end only while the reader is there; anything that moves up
 * ends that at once, and only the end itself, or being asked, begins it again.
 */
import { createCell } from "../client/cell.ts";
import type { ReadableCell } from "../client/cell.ts";
import type { ReadingPlace } from "../client/thread-memory.ts";

export interface ThreadScroll {
  /** Whether what comes is followed. */
  readonly following: ReadableCell<boolean>;
  /** To the end, and follow it from there. */
  toEnd(): void;
  /** What stands at the upper edge; null at the end or with nothing to show. */
  place(): ReadingPlace | null;
  /** Puts a message back where it was; false where it is not drawn. */
  restore(place: ReadingPlace): boolean;
  /** Lets go of listeners and observers; may be called twice. */
  stop(): void;
}

/** Closer to the end than this counts as there: fractions of pixels, no line of text. */
const END_TOLERANCE_PX = 4;
/** After a wheel or a finger moved, nothing is scrolled for a moment: the browser may be about to. */
const HOLD_MS = 150;
/** A movement so soon after that is the reader's, whatever else happens to the content. */
const OWN_MOVEMENT_MS = 700;
const USES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
/** So long after the last movement the place is noted: a hidden panel can't be measured any more. */
const NOTE_AFTER_MS = 120;

/** Watches a viewport and the content in it. */
export function createThreadScroll(
  viewport: HTMLElement,
  content: HTMLElement,
): ThreadScroll {
  const scroll = new Scroll(viewport, content);
  return {
    following: scroll.following,
    toEnd: () => scroll.toEnd(),
    place: () => scroll.place(),
    restore: (place) => scroll.restore(place),
    stop: () => scroll.stop(),
  };
}

class Scroll {
  readonly following = createCell(true);
  readonly #viewport: HTMLElement;
  readonly #content: HTMLElement;
  readonly #observer: ResizeObserver;
  #lastTop = 0;
  #lastHeight = 0;
  /** When a wheel, a finger, a key or a mouse was last used. */
  #usedAt = Number.NEGATIVE_INFINITY;
  #heldUntil = 0;
  #lastPlace: ReadingPlace | null = null;
  #noteTimer = 0;
  #isHidden = false;

  constructor(viewport: HTMLElement, content: HTMLElement) {
    this.#viewport = viewport;
    this.#content = content;
    this.#observer = new ResizeObserver(() => this.#resized());
    this.#observer.observe(viewport);
    this.#observer.observe(content);
    viewport.addEventListener("scroll", this.#scrolled, { passive: true });
    viewport.addEventListener("wheel", this.#wheeled, { passive: true });
    viewport.addEventListener("touchmove", this.#held, { passive: true });
    for (const use of USES) {
      document.addEventListener(use, this.#used, { passive: true });
    }
  }

  stop(): void {
    window.clearTimeout(this.#noteTimer);
    this.#observer.disconnect();
    this.#viewport.removeEventListener("scroll", this.#scrolled);
    this.#viewport.removeEventListener("wheel", this.#wheeled);
    this.#viewport.removeEventListener("touchmove", this.#held);
    for (const use of USES) document.removeEventListener(use, this.#used);
  }

  toEnd(): void {
    this.#heldUntil = 0;
    this.following.set(true);
    this.#pin();
  }

  place(): ReadingPlace | null {
    if (this.following.get()) return null;
    if (this.#viewport.clientHeight === 0) return this.#lastPlace;
    for (const element of this.#rows()) {
      const offset = this.#offsetOf(element);
      const messageId = element.dataset["messageId"];
      if (offset + element.offsetHeight > 0 && messageId !== undefined) {
        return { messageId, offset };
      }
    }
    return null;
  }

  restore({ messageId, offset }: ReadingPlace): boolean {
    const row = [...this.#rows()].find(
      ({ dataset }) => dataset["messageId"] === messageId,
    );
    if (row === undefined) return false;
    this.following.set(false);
    this.#moveTo(this.#viewport.scrollTop + this.#offsetOf(row) - offset);
    return true;
  }

  *#rows(): Iterable<HTMLElement> {
    for (const element of this.#content.querySelectorAll<HTMLElement>(
      "[data-message-id]",
    )) {
      yield element;
    }
  }

  #offsetOf(element: HTMLElement): number {
    return (
      element.getBoundingClientRect().top -
      this.#viewport.getBoundingClientRect().top
    );
  }

  #moveTo(top: number): void {
    this.#viewport.scrollTop = top;
    this.#lastTop = this.#viewport.scrollTop;
    this.#lastHeight = this.#viewport.scrollHeight;
  }

  #pin(): void {
    this.#moveTo(this.#viewport.scrollHeight);
  }

  #gap(): number {
    const { scrollHeight, scrollTop, clientHeight } = this.#viewport;
    return scrollHeight - scrollTop - clientHeight;
  }

  readonly #scrolled = (): void => {
    const { scrollTop, clientHeight } = this.#viewport;
    if (clientHeight === 0) return;
    const isAtEnd = this.#gap() <= END_TOLERANCE_PX;
    const isUp = scrollTop < this.#lastTop;
    if (isAtEnd && !isUp) this.following.set(true);
    if (!isAtEnd && isUp && this.#isOwn()) this.following.set(false);
    this.#lastTop = scrollTop;
    this.#lastHeight = this.#viewport.scrollHeight;
    window.clearTimeout(this.#noteTimer);
    if (this.following.get()) return;
    this.#noteTimer = window.setTimeout(() => {
      this.#lastPlace = this.place();
    }, NOTE_AFTER_MS);
  };

  /** Content that becomes shorter moves the view up too; that is no reader who leaves. */
  #isOwn(): boolean {
    return (
      this.#viewport.scrollHeight === this.#lastHeight ||
      performance.now() - this.#usedAt < OWN_MOVEMENT_MS
    );
  }

  readonly #used = (): void => {
    this.#usedAt = performance.now();
  };

  readonly #wheeled = (event: WheelEvent): void => {
    if (event.deltaY >= 0 || this.#viewport.scrollTop <= 0) return;
    if (this.#isTakenInside(event.target)) return;
    this.#held();
    this.following.set(false);
  };

  readonly #held = (): void => {
    this.#heldUntil = performance.now() + HOLD_MS;
  };

  /** Whether something in the content scrolls by itself, and still can. */
  #isTakenInside(target: EventTarget | null): boolean {
    let element = target instanceof Element ? target : null;
    while (element !== null && element !== this.#viewport) {
      if (element.scrollTop > 0) return true;
      element = element.parentElement;
    }
    return false;
  }

  #resized(): void {
    if (this.#viewport.clientHeight === 0) {
      this.#isHidden = true;
      return;
    }
    // A panel that was hidden forgets how far it was scrolled.
    if (this.#isHidden) this.#moveTo(this.#lastTop);
    this.#isHidden = false;
    if (!this.following.get() || performance.now() < this.#heldUntil) return;
    // Whoever marks text to copy it must not have it pulled away.
    if (this.#gap() > 0 && this.#isSelecting()) this.following.set(false);
    // Even where nothing is to be moved: what became shorter was moved by the browser, and by nobody.
    else this.#pin();
  }

  #isSelecting(): boolean {
    const selection = document.getSelection();
    return (
      selection !== null &&
      !selection.isCollapsed &&
      this.#content.contains(selection.anchorNode)
    );
  }
}
