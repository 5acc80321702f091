import type { Page } from "playwright-core";

/** What scrolls sideways, the page or anything in it, but for what holds tables, charts and code. */
export async function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("html, body, body *")]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        const scrolls = overflowX === "auto" || overflowX === "scroll";
        return (
          (scrolls || element === document.documentElement) &&
          // One pixel is what rounding makes of fractions.
          element.scrollWidth > element.clientWidth + 1 &&
          element.closest(
            ".table-scroll, .chart-scroll, .ads-report-scroll, pre",
          ) === null
        );
      })
      .map((element) => `sideways: ${element.tagName} ${element.className}`),
  );
}
