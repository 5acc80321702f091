import axe from "axe-core";
import type { Page } from "playwright-core";

interface Findings {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly unknown[] }[];
  }[];
}

const TAGS = [
  "wcag2a",
  "wcag2aa",
  "wcag21a",
  "wcag21aa",
  "wcag22aa",
  "best-practice",
];

/** What axe finds on the page as it stands, each with the elements it means. */
export async function violations(page: Page): Promise<string[]> {
  const options = { runOnly: TAGS };
  // As text, since the page's own policy lets no script in.
  const found = await page.evaluate<Findings>(
    `${axe.source}; axe.run(document, ${JSON.stringify(options)})`,
  );
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}
