import type { Page } from "playwright-core";

const LEAST_PX = 44;

/** What is pressed with a finger and is too small for one; links in a line of text may be as small as it. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const pressed =
      "button, select, summary, textarea, input, a[class], [role=tab], [role=option]";
    return [
      ...document.querySelectorAll<HTMLElement>(`.studio :is(${pressed})`),
    ]
      .filter((element) => {
        if (!element.checkVisibility({ visibilityProperty: true }))
          return false;
        // A box to tick is pressed by its label as well.
        const target = element.closest("label") ?? element;
        const { width, height } = target.getBoundingClientRect();
        const isHidden =
          width <= 1 || element.closest(".visually-hidden") !== null;
        return !isHidden && (width < least || height < least);
      })
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute("aria-label") ?? element.textContent;
        return `small: ${element.tagName}.${element.className} "${name.slice(0, 24)}" ${Math.round(width)}×${Math.round(height)}`;
      });
  }, LEAST_PX);
}
