import { useEffect, useRef } from "react";

/**
 * Shows what stands in `data-tip` of the element under the pointer, or with the keyboard's focus: after a moment
 * for the pointer, at once for the keyboard. Escape hides it; the pointer may rest on it. One for the page; what
 * it says is the name or description of its element already, so it is nothing to assistive technology.
 */
export function TooltipLayer() {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (layer.current === null) return;
    const tooltip = new Tooltip(layer.current);
    return () => tooltip.end();
  }, []);
  return <div ref={layer} className="tooltip" popover="manual" aria-hidden />;
}

const POINTER_DELAY_MS = 400;
const GAP_PX = 6;
const EDGE_PX = 8;

class Tooltip {
  readonly #layer: HTMLElement;
  readonly #end = new AbortController();
  #target: HTMLElement | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(layer: HTMLElement) {
    this.#layer = layer;
    const options = { signal: this.#end.signal, capture: true, passive: true };
    document.addEventListener("pointerover", (e) => this.#over(e), options);
    document.addEventListener("focusin", (e) => this.#focused(e), options);
    for (const type of ["focusout", "pointerdown", "scroll"]) {
      document.addEventListener(type, () => this.#hide(), options);
    }
    document.addEventListener("keydown", (e) => this.#key(e), options);
  }

  end(): void {
    this.#hide();
    this.#end.abort();
  }

  #over(event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    if (event.target === this.#layer) return;
    const target = tipped(event.target);
    if (target === this.#target) return;
    this.#hide();
    if (target === null) return;
    this.#target = target;
    this.#timer = setTimeout(
      () => this.#show(target, "pointer"),
      POINTER_DELAY_MS,
    );
  }

  #focused(event: FocusEvent): void {
    const target = tipped(event.target);
    if (target?.matches(":focus-visible") !== true) return;
    this.#target = target;
    this.#show(target, "focus");
  }

  #key(event: KeyboardEvent): void {
    if (event.key === "Escape") this.#hide();
  }

  /** What the focus brought up is in nobody's way: a click goes to what is under it. */
  #show(target: HTMLElement, cause: "focus" | "pointer"): void {
    const text = target.dataset["tip"] ?? "";
    if (text === "" || !target.isConnected) return;
    this.#layer.textContent = text;
    if (hasTopLayer()) this.#layer.showPopover();
    this.#layer.dataset["shown"] = cause;
    this.#place(target.getBoundingClientRect());
  }

  #place(target: DOMRect): void {
    const own = this.#layer.getBoundingClientRect();
    const wanted = target.left + target.width / 2 - own.width / 2;
    const left = Math.min(wanted, innerWidth - own.width - EDGE_PX);
    const below = target.bottom + GAP_PX;
    const fits = below + own.height + EDGE_PX < innerHeight;
    const top = fits ? below : target.top - own.height - GAP_PX;
    this.#layer.style.left = `${Math.max(EDGE_PX, left)}px`;
    this.#layer.style.top = `${Math.max(EDGE_PX, top)}px`;
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.#target = null;
    if (this.#layer.dataset["shown"] === undefined) return;
    delete this.#layer.dataset["shown"];
    if (hasTopLayer()) this.#layer.hidePopover();
  }
}

function tipped(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element
    ? target.closest<HTMLElement>("[data-tip]")
    : null;
}

/** Firefox before 125 has no popovers: the tooltip is then below dialogs, and otherwise the same. */
function hasTopLayer(): boolean {
  return "popover" in HTMLElement.prototype;
}
