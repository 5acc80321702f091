import { memo, useMemo } from "react";
import type { Tokens } from "marked";
import { lexMarkdown } from "./lex.ts";
import { TableFrame, TableHead, TableRows } from "./markdown-table.tsx";
import { Prose } from "./prose.tsx";
import type { LinkTargets, TableSegment } from "./segment.ts";

/** A table of any length: rows that are there are not parsed again when others come. */
export const GrowingTable = memo(function GrowingTable(props: {
  readonly segment: TableSegment;
  readonly links: LinkTargets;
}) {
  const { links } = props;
  const { head, groups } = props.segment;
  const table = useMemo(() => lexTable(head, links), [head, links]);
  if (table === null) {
    // A line of dashes under something else: no table after all.
    const raw = [head, ...groups].join("\n");
    return <Prose raw={raw} links={links} isContinued={false} />;
  }
  return (
    <TableFrame>
      <TableHead table={table} />
      {groups.map((rows, index) => (
        <RowGroup key={index} head={head} rows={rows} links={links} />
      ))}
    </TableFrame>
  );
});

const RowGroup = memo(function RowGroup(props: {
  readonly head: string;
  readonly rows: string;
  readonly links: LinkTargets;
}) {
  const { head, rows, links } = props;
  const table = useMemo(
    () => lexTable(`${head}\n${rows}`, links),
    [head, rows, links],
  );
  if (table === null) return null;
  return (
    <tbody>
      <TableRows table={table} />
    </tbody>
  );
});

function lexTable(raw: string, links: LinkTargets): Tokens.Table | null {
  const token = lexMarkdown(raw, links)?.[0];
  return token?.type === "table" && isTable(token) ? token : null;
}

function isTable(token: object): token is Tokens.Table {
  return "rows" in token && "header" in token;
}
