/** A table in Markdown, its columns as wide as their longest cell: the form that the formatter of this project keeps. */
export interface Column {
  readonly title: string;
  /** Numbers stand on the right. */
  readonly isNumber?: boolean;
}

const SHORTEST = 3;

export function markdownTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const cells = rows.map((row) =>
    row.map((cell) => cell.replaceAll("|", "\\|")),
  );
  const widths = columns.map(({ title }, index) =>
    Math.max(
      SHORTEST,
      title.length,
      ...cells.map((row) => row[index]?.length ?? 0),
    ),
  );
  const line = (row: readonly string[]): string => {
    const padded = columns.map(({ isNumber = false }, index) => {
      const [cell = "", width = 0] = [row[index], widths[index]];
      return isNumber ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${padded.join(" | ")} |`;
  };
  const rule = columns.map(({ isNumber = false }, index) => {
    const width = widths[index] ?? SHORTEST;
    return isNumber ? `${"-".repeat(width - 1)}:` : "-".repeat(width);
  });
  return [
    line(columns.map(({ title }) => title)),
    `| ${rule.join(" | ")} |`,
    ...cells.map(line),
  ].join("\n");
}
