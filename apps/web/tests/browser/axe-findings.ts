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
/** The rules that look at colours: another theme can only fail these. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** What axe finds on the page as it stands, each with the elements it means. */
export async function violations(
  page: Page,
  what: "everything" | "colours" = "everything",
): Promise<string[]> {
  const options = {
    runOnly: what === "everything" ? TAGS : COLOUR_RULES,
    resultTypes: ["violations"],
  };
  // As text, since the page's own policy lets no script in; once for each page.
  const isThere = await page.evaluate("typeof axe === 'object'");
  if (isThere !== true) await page.evaluate(axe.source);
  const found = await page.evaluate<Findings>(
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}
