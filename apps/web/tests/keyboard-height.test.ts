import { describe, expect, it } from "vitest";
import { watchKeyboard } from "../src/client/keyboard-height.ts";

function aPhone(innerHeight = 800) {
  const viewport = Object.assign(new EventTarget(), {
    height: innerHeight,
    offsetTop: 0,
    scale: 1,
  });
  const shown: number[] = [];
  const end = watchKeyboard({ innerHeight, visualViewport: viewport }, (px) =>
    shown.push(px),
  );
  const change = (part: Partial<typeof viewport>) => {
    Object.assign(viewport, part);
    viewport.dispatchEvent(new Event("resize"));
  };
  return { shown, change, end };
}

describe("the height of a keyboard", () => {
  it("is what it covers, also when the page has moved up", () => {
    const { shown, change } = aPhone();
    change({ height: 500 });
    change({ offsetTop: 100 });
    change({ height: 800, offsetTop: 0 });
    expect(shown).toEqual([0, 300, 200, 0]);
  });

  it("is nothing for a bar of the browser or a page that is zoomed", () => {
    const { shown, change } = aPhone();
    change({ height: 750 });
    change({ height: 400, scale: 2 });
    expect(shown).toEqual([0, 0, 0]);
  });

  it("is not watched any more once that has ended", () => {
    const { shown, change, end } = aPhone();
    end();
    end();
    change({ height: 500 });
    expect(shown).toEqual([0]);
  });

  it("stays unknown where the browser does not tell", () => {
    const shown: number[] = [];
    const frame = { innerHeight: 800, visualViewport: null };
    watchKeyboard(frame, (pixels) => shown.push(pixels))();
    expect(shown).toEqual([]);
  });
});
