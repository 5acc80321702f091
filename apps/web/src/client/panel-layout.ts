/** How wide the panels at the sides are and whether they are shown, kept for this browser. */
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";
import type { BrowserStorage } from "./browser-storage.ts";

export type Side = "left" | "right";

export interface SidePanel {
  /** In pixels, within the limits of its side. */
  readonly width: number;
  readonly open: boolean;
}
export type PanelLayoutView = Readonly<Record<Side, SidePanel>>;

export interface PanelLayout {
  readonly view: ReadableCell<PanelLayoutView>;
  /** Takes the nearest width that the side can have. */
  resize(side: Side, width: number): void;
  /** The width that a new browser begins with. */
  resetWidth(side: Side): void;
  show(side: Side, open: boolean): void;
}

/** Widths in pixels. The page narrows panels further where the window is too small for them. */
export const PANEL_WIDTHS = {
  left: { least: 216, usual: 272, most: 440 },
  right: { least: 264, usual: 360, most: 800 },
} as const satisfies Record<Side, object>;

const KEY = "studio.panels";

/** The layout as it was left in this browser. */
export function createPanelLayout(storage: BrowserStorage): PanelLayout {
  const view = createCell(read(storage.read(KEY)));
  const patch = (side: Side, part: Partial<SidePanel>) => {
    const before = view.get();
    const next = { ...before, [side]: { ...before[side], ...part } };
    storage.write(KEY, JSON.stringify(next));
    view.set(next);
  };
  return {
    view,
    resize: (side, width) => patch(side, { width: within(side, width) }),
    resetWidth: (side) => patch(side, { width: PANEL_WIDTHS[side].usual }),
    show: (side, open) => patch(side, { open }),
  };
}

function within(side: Side, width: number): number {
  const { least, most } = PANEL_WIDTHS[side];
  return Math.round(Math.min(most, Math.max(least, width)));
}

/** Whatever stands there: an older or a broken value must not break the page. */
function read(text: string | null): PanelLayoutView {
  const kept = parse(text);
  return { left: readSide("left", kept), right: readSide("right", kept) };
}

function parse(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readSide(side: Side, kept: unknown): SidePanel {
  const own = fieldOf(kept, side);
  const width = fieldOf(own, "width");
  return {
    width:
      typeof width === "number" && Number.isFinite(width)
        ? within(side, width)
        : PANEL_WIDTHS[side].usual,
    open: fieldOf(own, "open") !== false,
  };
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
