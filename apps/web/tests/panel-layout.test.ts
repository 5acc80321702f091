import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPanelLayout, PANEL_WIDTHS } from "../src/client/panel-layout.ts";
import { createMemoryStorage } from "./fakes/memory-storage.ts";

describe("the layout of the panels", () => {
  it("begins with both sides open, and is remembered", () => {
    const storage = createMemoryStorage();
    const layout = createPanelLayout(storage);
    expect(layout.view.get()).toEqual({
      left: { width: PANEL_WIDTHS.left.usual, open: true },
      right: { width: PANEL_WIDTHS.right.usual, open: true },
    });
    layout.resize("left", 300);
    layout.show("right", false);
    expect(createPanelLayout(storage).view.get()).toEqual({
      left: { width: 300, open: true },
      right: { width: PANEL_WIDTHS.right.usual, open: false },
    });
  });

  it("keeps every width within the limits of its side", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("left" as const, "right" as const),
        fc.double({ noNaN: true }),
        (side, width) => {
          const layout = createPanelLayout(createMemoryStorage());
          layout.resize(side, width);
          const { least, most } = PANEL_WIDTHS[side];
          const { width: taken } = layout.view.get()[side];
          expect(taken).toBeGreaterThanOrEqual(least);
          expect(taken).toBeLessThanOrEqual(most);
        },
      ),
    );
  });

  it("begins anew for whatever else stands in the storage", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const storage = createMemoryStorage();
        storage.write("studio.panels", text);
        const { left, right } = createPanelLayout(storage).view.get();
        expect(Number.isInteger(left.width + right.width)).toBe(true);
        expect(typeof left.open).toBe("boolean");
      }),
    );
  });

  it("goes back to the usual width", () => {
    const layout = createPanelLayout(createMemoryStorage());
    layout.resize("right", 700);
    layout.resetWidth("right");
    expect(layout.view.get().right.width).toBe(PANEL_WIDTHS.right.usual);
  });
});
